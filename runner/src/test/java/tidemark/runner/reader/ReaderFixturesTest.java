package tidemark.runner.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.runner.report.DiagnosticText;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceTexts;

/**
 * The folders {@code lint/<code>}: {@code good.yaml} has no finding, {@code bad*.yaml} have exactly
 * those of {@code expected*.txt}, with the folder's code among them. With {@code -Dgolden.update}
 * the expectations are written.
 */
final class ReaderFixturesTest {
  private static final Path LINT = Path.of("src/test/resources/lint");

  private static final List<Code> OTHERS =
      List.of(Code.TM202, Code.TM208, Code.TM209, Code.TM901, Code.TM902);

  private static List<Code> codes() {
    List<Code> codes = new ArrayList<>(OTHERS);
    for (Code code : Code.values()) {
      if (code.name().startsWith("TM1")) {
        codes.add(code);
      }
    }
    return codes;
  }

  private record Findings(List<Diagnostic> list, SourceTexts texts, Secrets secrets) {
    String text() {
      DiagnosticText text = new DiagnosticText(texts, secrets::mask);
      return list.stream().map(text::of).collect(Collectors.joining());
    }
  }

  private static Findings read(Path file) throws IOException {
    String text = Files.readString(file);
    Path name = file.getFileName();
    if (name.toString().endsWith(".test.yaml")) {
      SuiteRead read = new SuiteReader().read(text, name, file.getParent());
      return new Findings(read.report(), read.texts(), new Secrets());
    }
    Read read =
        new PipelineReader(n -> Optional.empty(), Connectors.ALL)
            .read(text, name, file.getParent(), ReadOptions.NONE);
    return new Findings(read.report(), read.texts(), read.secrets());
  }

  @Test
  void everyCodeOfTheReaderHasFixtures() {
    assertThat(codes()).allSatisfy(code -> assertThat(LINT.resolve(code.name())).isDirectory());
  }

  @TestFactory
  Stream<DynamicTest> fixturesGiveWhatIsExpected() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Code code : codes()) {
      try (Stream<Path> files = Files.list(LINT.resolve(code.name()))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
          String name = file.getFileName().toString();
          if (name.startsWith("good")) {
            tests.add(DynamicTest.dynamicTest(code + " " + name, () -> good(file)));
          } else if (name.startsWith("bad")) {
            tests.add(DynamicTest.dynamicTest(code + " " + name, () -> bad(file, code)));
          }
        }
      }
    }
    return tests.stream();
  }

  private static void good(Path file) throws IOException {
    assertThat(read(file).text()).isEmpty();
  }

  private static void bad(Path file, Code code) throws IOException {
    Findings found = read(file);
    String name = file.getFileName().toString().replaceFirst("(\\.test)?\\.yaml$", "");
    Path expected = file.resolveSibling(name.replace("bad", "expected") + ".txt");
    String folder = file.getParent().toAbsolutePath().normalize() + "/";
    String text = found.text().replace(folder, "<folder>/");
    if (System.getProperty("golden.update") != null) {
      Files.writeString(expected, text);
    }
    assertThat(found.list()).extracting(Diagnostic::code).contains(code);
    assertThat(text).isEqualTo(Files.readString(expected));
  }
}
