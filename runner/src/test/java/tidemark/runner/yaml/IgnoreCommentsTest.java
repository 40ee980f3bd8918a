package tidemark.runner.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;

final class IgnoreCommentsTest {
  private static Diagnostic warning(int line) {
    return Diagnostic.warning(Code.TM701, new Span("p.yaml", line, 1, 1), "grows", "h");
  }

  /** What is left of a warning on each of the lines: {@code TM701:3}. */
  private static List<String> left(String file, int... lines) {
    List<Diagnostic> found = new ArrayList<>();
    for (int line : lines) {
      found.add(warning(line));
    }
    return left(file, found);
  }

  private static List<String> left(String file, List<Diagnostic> found) {
    YamlFile composed = YamlComposer.compose(new SourceText("p.yaml", file), new Diagnostics());
    return IgnoreComments.of(composed).silence(found).stream()
        .map(d -> d.code() + ":" + d.span().line())
        .toList();
  }

  @Test
  void aCommentSilencesItsOwnLineOnly() {
    String file = "a: 1 # tidemark:ignore TM701 small\nb: 2\n";
    assertThat(left(file, 1, 2)).containsExactly("TM701:2");
  }

  @Test
  void aCommentThatStandsAloneSilencesTheNextLineWithContent() {
    String file = "# tidemark:ignore TM701 small\n\n# more\na: 1\nb: 2\n";
    assertThat(left(file, 4, 5)).containsExactly("TM701:5");
  }

  @Test
  void severalCommentsAboveALineAllCount() {
    String file = "# tidemark:ignore TM704 idle\n# tidemark:ignore TM701 small\na: 1\n";
    Diagnostic other = Diagnostic.warning(Code.TM704, new Span("p.yaml", 3, 1, 1), "idle", "h");
    assertThat(left(file, List.of(warning(3), other))).isEmpty();
  }

  @Test
  void oneCommentMayNameSeveralCodes() {
    String file = "a: 1 # tidemark:ignore TM704, TM701 small\n";
    assertThat(left(file, 1)).isEmpty();
  }

  @Test
  void aTextOverSeveralLinesCountsAsItsFirst() {
    String file = "a: | # tidemark:ignore TM701 small\n  x\n  y\nb: 'p\n  q' # no\n";
    assertThat(left(file, 3, 5)).containsExactly("TM701:5");
  }

  @Test
  void whatLooksLikeACommentInsideATextIsNone() {
    String file = "a: 'x # tidemark:ignore TM701 y'\nb: |\n  # tidemark:ignore TM701 z\n  c\n";
    assertThat(left(file, 1, 2)).containsExactly("TM701:1", "TM701:2");
  }

  @Test
  void aHashInAQuotedTextDoesNotHideTheCommentBehindIt() {
    String file = "a: 'x #1' # tidemark:ignore TM701 small\n";
    assertThat(left(file, 1)).isEmpty();
  }

  @Test
  void anErrorIsNotSilencedAndTheCommentSaysSo() {
    String file = "a: 1 # tidemark:ignore TM201 never\n";
    Diagnostic error = Diagnostic.error(Code.TM201, new Span("p.yaml", 1, 1, 1), "no", "h");
    assertThat(left(file, List.of(error))).containsExactly("TM201:1", "TM117:1");
  }

  @Test
  void whatSilencesNothingIsReportedUnlessErrorsKeptChecksFromRunning() {
    String file = "a: 1 # tidemark:ignore TM701 small\nb: 2\n";
    assertThat(left(file)).containsExactly("TM117:1");
    Diagnostic error = Diagnostic.error(Code.TM201, new Span("p.yaml", 2, 1, 1), "no", "h");
    assertThat(left(file, List.of(error))).containsExactly("TM201:2");
  }

  @Test
  void aCommentWithoutReasonSilencesButIsReported() {
    assertThat(left("a: 1 # tidemark:ignore TM701\n", 1)).containsExactly("TM117:1");
  }
}
