package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table of {@code runner/ROBUSTNESS.md}; {@code -Dgolden.update} writes it. */
final class GeneratedTable {
  private static final Path PAGE =
      Path.of(System.getProperty("tidemark.root", "..")).resolve("runner/ROBUSTNESS.md");

  private GeneratedTable() {}

  /**
   * Compares a table with the page, or writes it.
   *
   * @param counts how many of a group are taken and refused; nothing is done without any
   */
  static void write(String name, String corpus, Map<String, int[]> counts) throws IOException {
    if (counts.values().stream().allMatch(c -> c[0] + c[1] == 0)) {
      return;
    }
    StringBuilder table =
        new StringBuilder("| " + corpus + " | taken | reported |\n|---|---|---|\n");
    counts.forEach(
        (group, count) -> table.append("| %s | %d | %d |\n".formatted(group, count[0], count[1])));
    String page = Files.readString(PAGE);
    Pattern place =
        Pattern.compile("(<!-- generated: " + name + " -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);
    if (System.getProperty("golden.update") != null) {
      page =
          place
              .matcher(page)
              .replaceAll(m -> Matcher.quoteReplacement(m.group(1) + table + m.group(3)));
      Files.writeString(PAGE, page);
    }
    Matcher found = place.matcher(page);
    assertThat(found.find()).isTrue();
    assertThat(found.group(2)).isEqualTo(table.toString());
  }
}
