package tidemark.runner.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.runner.compile.Compiled;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.report.DiagnosticText;

/**
 * The folders {@code lint/<code>} of the codes that compiling and linting report: {@code bad.yaml}
 * gives exactly the findings of {@code expected.txt}, that code among them, and so does each {@code
 * bad-<case>.yaml} those of {@code expected-<case>.txt}; {@code good.yaml} is clean of it and has a
 * plan. With {@code -Dgolden.update} the expectations are written.
 */
class LintFixturesTest {
  private static final Path FIXTURES = Path.of("src/test/resources/lint");

  private static final List<String> CODES =
      List.of(
          "TM201", "TM203", "TM204", "TM205", "TM206", "TM207", "TM210", "TM211", "TM212", "TM213",
          "TM214", "TM301", "TM302", "TM303", "TM304", "TM305", "TM306", "TM307", "TM308", "TM309",
          "TM310", "TM311", "TM312", "TM313", "TM314", "TM316", "TM317", "TM401", "TM402", "TM403",
          "TM404", "TM405", "TM406", "TM407", "TM408", "TM409", "TM410", "TM411", "TM412", "TM413",
          "TM414", "TM415", "TM416", "TM417", "TM608", "TM609", "TM618", "TM622", "TM628", "TM629",
          "TM630", "TM632", "TM633", "TM646", "TM647", "TM701", "TM702", "TM705", "TM903", "TM904");

  /** A compiled fixture and its findings as the user sees them. */
  private record Fixture(Compiled compiled, String text) {
    static Fixture of(Path file) throws IOException {
      Read read =
          Compiled.reader()
              .read(Files.readString(file), file.getFileName(), Path.of("/data"), ReadOptions.NONE);
      Compiled compiled = Compiled.of(read);
      DiagnosticText text = new DiagnosticText(read.texts(), t -> t);
      List<Diagnostic> findings = compiled.findings();
      return new Fixture(compiled, findings.stream().map(text::of).collect(Collectors.joining()));
    }
  }

  @TestFactory
  Stream<DynamicTest> theBadPipelineGivesTheExpectedFindings() {
    return CODES.stream().flatMap(LintFixturesTest::badOnes);
  }

  private static Stream<DynamicTest> badOnes(String code) {
    try (Stream<Path> files = Files.list(FIXTURES.resolve(code))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("bad"))
          .sorted()
          .map(file -> dynamicTest(code + " " + file.getFileName(), () -> bad(code, file)))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void bad(String code, Path file) throws IOException {
    Fixture bad = Fixture.of(file);
    String name = file.getFileName().toString();
    Path expected = file.resolveSibling(name.replace("bad", "expected").replace(".yaml", ".txt"));
    if (System.getProperty("golden.update") != null) {
      Files.writeString(expected, bad.text());
    }
    assertThat(bad.text()).isEqualTo(Files.readString(expected));
    assertThat(bad.compiled().codes()).contains(code);
  }

  @TestFactory
  Stream<DynamicTest> theGoodPipelineIsCleanOfIt() {
    return CODES.stream()
        .map(
            code ->
                dynamicTest(
                    code,
                    () -> {
                      Fixture good = Fixture.of(FIXTURES.resolve(code).resolve("good.yaml"));
                      assertThat(good.compiled().codes()).doesNotContain(code);
                      assertThat(good.compiled().compilation().flatMap(c -> c.plan()))
                          .as(good.text())
                          .isPresent();
                    }));
  }

  @Test
  void everyRuleHasAFixture() {
    assertThat(Lint.codes()).extracting(Enum::name).allMatch(CODES::contains);
  }
}
