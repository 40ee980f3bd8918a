package tidemark.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a Markdown page.
 *
 * @param language the first word behind the fence
 * @param kind the word after it: {@code pipeline} and {@code suite} are whole files; {@code top} is
 *     part of a pipeline file's top level, {@code step}, {@code source} and {@code sink} the inside
 *     of one
 * @param line where its text begins, from 1
 */
record DocumentBlock(Path page, int line, String language, String kind, String text) {
  private static final Path ROOT =
      Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
  private static final Pattern FENCED =
      Pattern.compile("^```(\\w*) ?(\\w*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  /** The blocks of a page, whose path is relative to the project's folder. */
  static List<DocumentBlock> of(String page) throws IOException {
    Path path = ROOT.resolve(page);
    String text = Files.readString(path);
    List<DocumentBlock> blocks = new ArrayList<>();
    Matcher fence = FENCED.matcher(text);
    while (fence.find()) {
      int line = (int) text.substring(0, fence.start(3)).lines().count() + 1;
      blocks.add(
          new DocumentBlock(Path.of(page), line, fence.group(1), fence.group(2), fence.group(3)));
    }
    return blocks;
  }

  static Path root() {
    return ROOT;
  }

  @Override
  public String toString() {
    return page + ":" + line;
  }
}
