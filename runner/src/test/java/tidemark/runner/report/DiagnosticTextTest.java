package tidemark.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.SourceTexts;

class DiagnosticTextTest {
  private static String render(String file, Diagnostic diagnostic, UnaryOperator<String> mask) {
    SourceTexts texts = new SourceTexts();
    texts.add(new SourceText("p.yaml", file));
    return new DiagnosticText(texts, mask).of(diagnostic);
  }

  private static String render(String file, Diagnostic diagnostic) {
    return render(file, diagnostic, UnaryOperator.identity());
  }

  private static Diagnostic error(int line, int column, int length, String hint) {
    return Diagnostic.error(
        Code.TM304, new Span("p.yaml", line, column, length), "no column `byts`", hint);
  }

  @Test
  void frameMarksThePlaceAndCarriesTheHint() {
    assertThat(render("a:\n  bytes: sum(byts)\n", error(2, 14, 4, "did you mean `bytes`?")))
        .isEqualTo(
            """
            p.yaml:2:14: error TM304: no column `byts`
                2 |   bytes: sum(byts)
                  |              ^^^^ did you mean `bytes`?
            """);
  }

  @Test
  void furtherLinesOfAHintStandBelow() {
    assertThat(render("ab\n", error(1, 2, 1, "write\nmoved: b")))
        .endsWith(
            """
                1 | ab
                  |  ^ write
                  | moved: b
            """);
  }

  @Test
  void placeWithoutLineHasNoFrame() {
    Diagnostic diagnostic =
        Diagnostic.error(Code.TM115, Span.ofFile("q.yaml"), "no such file", "check the path");
    assertThat(render("", diagnostic))
        .isEqualTo("q.yaml: error TM115: no such file\n  check the path\n");
  }

  @Test
  void warningWithoutHintEndsWithTheMark() {
    Diagnostic diagnostic =
        new Diagnostic(
            Code.TM701, Severity.WARNING, new Span("p.yaml", 1, 1, 2), "grows", Optional.empty());
    assertThat(render("ab\n", diagnostic))
        .isEqualTo("p.yaml:1:1: warning TM701: grows\n    1 | ab\n      | ^^\n");
  }

  @Test
  void tabsAndWideCharactersKeepTheMarkUnderItsPlace() {
    // A tab is shown as one column, each of the two ideographs takes two: 1 + 4 columns before x.
    assertThat(render("\t\u6771\u4eacx\n", error(1, 4, 1, "h")))
        .endsWith("    1 |  \u6771\u4eacx\n      |      ^ h\n");
  }

  @Test
  void markBehindTheEndOfTheLineIsOneCharacter() {
    assertThat(render("ab\n", error(1, 3, 1, "h"))).endsWith("    1 | ab\n      |   ^ h\n");
  }

  @Test
  void longLineIsCutAroundTheMark() {
    String line = "x".repeat(300) + "byts" + "y".repeat(300);
    List<String> lines = render(line + "\n", error(1, 301, 4, "h")).lines().toList();
    assertThat(lines.get(1)).hasSizeLessThan(140).contains("xbytsy").endsWith("…");
    int mark = lines.get(2).indexOf("^^^^");
    assertThat(lines.get(1).substring(mark, mark + 4)).isEqualTo("byts");
  }

  @Test
  void secretsAreMaskedInMessageFrameAndHint() {
    Diagnostic diagnostic =
        Diagnostic.error(Code.TM901, new Span("p.yaml", 1, 6, 7), "`hunter2` is plain", "hunter2");
    String text = render("key: hunter2 x\n", diagnostic, t -> t.replace("hunter2", "***"));
    assertThat(text)
        .doesNotContain("hunter2")
        .endsWith("    1 | key: *** x\n      |      ^^^ ***\n");
  }

  @Test
  void markStandsUnderItsPlaceBehindAndInsideWhatIsMasked() {
    // The mark of `tabel` stands 4 columns to the left, as the masked password is 4 shorter.
    String line = "{pw: hunter2, tabel: w}\n";
    UnaryOperator<String> mask = t -> t.replace("hunter2", "***");
    assertThat(render(line, error(1, 15, 5, "h"), mask))
        .endsWith("    1 | {pw: ***, tabel: w}\n      |           ^^^^^ h\n");
    assertThat(render(line, error(1, 8, 2, "h"), mask))
        .endsWith("    1 | {pw: ***, tabel: w}\n      |      ^^^ h\n");
  }

  @Test
  void severityAndMarkAreColouredForATerminalUnlessThatIsRefused() {
    SourceTexts texts = new SourceTexts();
    texts.add(new SourceText("p.yaml", "ab\n"));
    DiagnosticText text =
        new DiagnosticText(texts, UnaryOperator.identity(), new Screen(Colouring.ANSI, 0));
    assertThat(text.of(error(1, 2, 1, "h")))
        .isEqualTo(
            "p.yaml:1:2: \u001b[1;31merror TM304\u001b[0m: no column `byts`\n"
                + "    1 | ab\n      |  \u001b[1;31m^\u001b[0m h\n");
    assertThat(Colouring.of(true, name -> Optional.empty())).isEqualTo(Colouring.ANSI);
    assertThat(Colouring.of(false, name -> Optional.empty())).isEqualTo(Colouring.PLAIN);
    assertThat(Colouring.of(true, name -> Optional.of("1"))).isEqualTo(Colouring.PLAIN);
  }

  @Test
  void countsReadAsWords() {
    assertThat(DiagnosticText.count(List.of())).isEqualTo("0 errors, 0 warnings");
    assertThat(DiagnosticText.count(List.of(error(1, 1, 1, "h")))).isEqualTo("1 error, 0 warnings");
  }

  @Test
  void jsonHoldsEveryFieldOfEveryFinding() {
    String json =
        LintJson.of(
            new LintReport(
                List.of(
                    new LintReport.LintedFile(
                        "p.yaml",
                        List.of(error(2, 14, 4, "say \"b\"")),
                        new SourceTexts(),
                        t -> t.replace("byts", "***"))),
                Optional.empty()));
    assertThat(json.replaceAll("\\s+", ""))
        .isEqualTo(
            "{\"format\":1,\"errors\":1,\"warnings\":0,\"diagnostics\":[{\"code\":\"TM304\","
                + "\"severity\":\"error\",\"file\":\"p.yaml\",\"line\":2,\"column\":14,"
                + "\"length\":4,\"message\":\"nocolumn`***`\",\"hint\":\"say\\\"b\\\"\"}]}");
  }

  @Test
  void aNarrowTerminalWrapsTheHintAndCutsTheLine() {
    SourceTexts texts = new SourceTexts();
    texts.add(new SourceText("p.yaml", "a: " + "x".repeat(60) + " byts"));
    String hint = "did you mean `bytes`? it is the only column with a name like it";
    String shown =
        new DiagnosticText(texts, UnaryOperator.identity(), new Screen(Colouring.PLAIN, 50))
            .of(error(1, 65, 4, hint));
    assertThat(shown.lines().skip(1)).allMatch(line -> line.length() <= 51);
    assertThat(shown)
        .contains("byts\n")
        .endsWith(
            "^^^^\n      | did you mean `bytes`? it is the only\n"
                + "      | column with a name like it\n");
  }
}
