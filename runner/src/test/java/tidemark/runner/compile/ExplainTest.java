package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tidemark.runner.reader.ReadOptions;

/**
 * {@code pipelines/<name>/explain.txt} is what explaining the example gives. With {@code
 * -Dgolden.update} the texts are written.
 */
class ExplainTest {
  private static final Path ROOT =
      Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();

  @TestFactory
  Stream<DynamicTest> examplesAreExplained() throws IOException {
    return examples().stream().map(e -> dynamicTest(e.getFileName().toString(), () -> check(e)));
  }

  private static void check(Path example) throws IOException {
    Path file = example.resolve("pipeline.yaml");
    Compiled compiled = Compiled.of(Compiled.reader().read(file, ReadOptions.NONE));
    compiled.plan();
    String text = Explain.text(compiled.compilation().orElseThrow()).replace(ROOT + "/", "");
    Path expected = example.resolve("explain.txt");
    if (System.getProperty("golden.update") != null) {
      Files.writeString(expected, text);
    }
    assertThat(text).isEqualTo(Files.readString(expected));
  }

  private static List<Path> examples() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT.resolve("pipelines"))) {
      return folders.filter(f -> Files.exists(f.resolve("pipeline.yaml"))).sorted().toList();
    }
  }
}
