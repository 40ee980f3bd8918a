package tidemark.runner.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.runner.yaml.Environment;

/** Reads the suites of a shared folder, where there is one. */
final class SharedSuitesTest {
  private static final Environment EMPTY = name -> Optional.empty();

  private static List<Path> suites() throws IOException {
    Path root = Path.of(System.getProperty("tidemark.root", "."));
    Path shared =
        Path.of(System.getProperty("tidemark.shared", root.resolve("../shared").toString()));
    Path golden = shared.resolve("golden").normalize();
    if (!Files.isDirectory(golden)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(golden)) {
      return files.filter(f -> f.toString().endsWith(".test.yaml")).sorted().toList();
    }
  }

  @Test
  void everySharedSuiteAndItsPipelineIsReadWithoutFindings() throws IOException {
    PipelineReader pipelines = new PipelineReader(EMPTY, Connectors.ALL);
    for (Path file : suites()) {
      SuiteRead suite = new SuiteReader().read(file);
      assertThat(suite.report()).as(file.toString()).isEmpty();
      if (file.getParent().endsWith("refused")) {
        continue;
      }
      Read pipeline =
          pipelines.read(
              suite.suite().orElseThrow().pipeline(),
              suite.suite().orElseThrow(),
              suite.texts(),
              ReadOptions.NONE);
      assertThat(pipeline.report()).as(file.toString()).isEmpty();
      assertThat(pipeline.pipeline()).as(file.toString()).isPresent();
    }
  }
}
