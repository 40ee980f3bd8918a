package tidemark.runner.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tidemark.operators.builtin.files.FileReason;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The dead letters in the folder of a file sink, as any reader sees them: those of whole batches.
 */
public final class LetterFolder {
  private LetterFolder() {}

  /**
   * All letters, in the order of the batches that wrote them; none if the folder is not there yet.
   *
   * @throws Failure TM650 if a file cannot be read
   */
  public static List<Letter> read(Path folder) {
    List<Letter> letters = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return letters;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(LetterFolder::isVisible).sorted().toList()) {
        letters.addAll(lines(file));
      }
    } catch (IOException broken) {
      throw new Failure(
          Code.TM650,
          "the dead letters in `" + folder + "` cannot be read: " + FileReason.of(broken),
          "see that nothing but the pipeline writes there",
          broken);
    }
    return letters;
  }

  private static List<Letter> lines(Path file) throws IOException {
    List<Letter> letters = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (int line = 1; line <= lines.size(); line++) {
      letters.add(LetterJson.read(file.getFileName() + ":" + line, lines.get(line - 1)));
    }
    return letters;
  }

  private static boolean isVisible(Path file) {
    String name = file.getFileName().toString();
    return Files.isRegularFile(file) && !name.startsWith("_") && !name.startsWith(".");
  }
}
