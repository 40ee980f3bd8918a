package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A finding in what an alias or merge key repeats stands where the text is written. */
class AliasPlacesTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: p
      sources:
        in:
          file: {path: in, format: ndjson}
          columns: &columns
            k: string
            n: bigit
        more:
          file: {path: more, format: ndjson}
          columns: {<<: *columns, extra: int}
      steps:
        a:
          from: in
          filter: &long >
            k = 'a'
              and kk > 1
        b: {from: more, filter: *long}
        c:
          from: more
          with: {x: "'\\x41' || upper(kkk)", y: 'k || kkkk'}
        all: {union: [a, b]}
      sinks:
        out: {from: all, file: {path: out, format: ndjson}}
        other: {from: c, file: {path: other, format: ndjson}}
      """;

  @TempDir private Path folder;

  private List<String> places(String text, String code) throws IOException {
    String file = Files.writeString(folder.resolve("p.yaml"), text).toString();
    return CliRun.of("lint", file)
        .out()
        .lines()
        .filter(line -> line.contains(" error " + code))
        .map(line -> line.substring(file.length(), line.indexOf(": error")))
        .distinct()
        .toList();
  }

  private static String place(String text, String word) {
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(word)) {
        return ":" + (i + 1) + ":" + (lines.get(i).indexOf(word) + 1);
      }
    }
    throw new AssertionError(word);
  }

  @Test
  void aTypeThatIsMergedIsMarkedBehindItsAnchor() throws IOException {
    assertThat(places(PIPELINE, "TM302")).containsExactly(place(PIPELINE, "bigit"));
  }

  @Test
  void expressionsAreMarkedInsideFoldedQuotedAndRepeatedText() throws IOException {
    String text = PIPELINE.replace("bigit", "bigint");
    assertThat(places(text, "TM304"))
        .containsExactly(place(text, "kk > 1"), place(text, "kkk)"), place(text, "kkkk"));
  }
}
