package tidemark.runner.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table of {@code runner/ROBUSTNESS.md}; {@code -Dgolden.update} writes it. */
final class GeneratedPage {
  private static final Path PAGE =
      Path.of(System.getProperty("tidemark.root", "..")).resolve("runner/ROBUSTNESS.md");

  private GeneratedPage() {}

  static void compare(String name, String table) throws IOException {
    Pattern place =
        Pattern.compile("(<!-- generated: " + name + " -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);
    String page = Files.readString(PAGE);
    if (System.getProperty("golden.update") != null) {
      page =
          place
              .matcher(page)
              .replaceAll(m -> Matcher.quoteReplacement(m.group(1) + table + m.group(3)));
      Files.writeString(PAGE, page);
    }
    Matcher found = place.matcher(page);
    assertThat(found.find()).isTrue();
    assertThat(found.group(2)).isEqualTo(table);
  }
}
