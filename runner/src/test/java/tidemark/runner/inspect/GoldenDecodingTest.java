package tidemark.runner.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tidemark.operators.stateful.ByteRows;
import tidemark.operators.stateful.StoredRows;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Compiled;
import tidemark.runner.compile.Layouts;
import tidemark.runner.compile.StoredStep;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.reader.SuiteRead;
import tidemark.runner.reader.SuiteReader;

/** What the documents of many pipelines say of their state is enough to decode it. */
class GoldenDecodingTest {
  private static final Path GOLDEN =
      Path.of(System.getProperty("tidemark.root", ".."), "../shared/golden").normalize();

  @Test
  void everyAggregationIsDecodedFromItsDocumentAlone() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(GOLDEN));
    List<String> undecoded = new ArrayList<>();
    int steps = 0;
    try (Stream<Path> files = Files.walk(GOLDEN)) {
      for (Path suite : files.filter(f -> f.toString().endsWith(".test.yaml")).sorted().toList()) {
        for (StoredStep step : steps(suite)) {
          steps++;
          for (Form form : Form.values()) {
            if (rows(step, form).filter(r -> !(r instanceof ByteRows)).isEmpty()) {
              undecoded.add(suite.getFileName() + " " + step.node() + " " + form);
            }
          }
        }
      }
    }
    assertThat(undecoded).isEmpty();
    assertThat(steps).isGreaterThan(50);
  }

  private static Optional<StoredRows> rows(StoredStep step, Form form) {
    for (RowDecoding decoding : RowDecoding.ALL) {
      if (decoding.fits(step)) {
        return decoding.rows(step, decoding.mainStore(step), form);
      }
    }
    return Optional.empty();
  }

  private static List<StoredStep> steps(Path suite) {
    SuiteRead read = new SuiteReader().read(suite);
    PipelineReader reader = Compiled.reader();
    Compiled compiled =
        Compiled.of(
            reader.read(
                read.suite().orElseThrow().pipeline(),
                read.suite().orElseThrow(),
                read.texts(),
                ReadOptions.NONE));
    Optional<Compilation> compilation = compiled.compilation().filter(c -> c.plan().isPresent());
    return compilation.map(c -> StoredStep.of(Layouts.of(c).json())).orElse(List.of());
  }
}
