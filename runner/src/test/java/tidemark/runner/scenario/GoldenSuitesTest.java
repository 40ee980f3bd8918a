package tidemark.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.operators.connector.Connector;

/** Suites recorded on Apache Spark, where they are at hand. */
class GoldenSuitesTest {
  private static final List<String> AREAS =
      List.of(
          "aggregate",
          "groupby",
          "watermark",
          "window-tumbling",
          "window-sliding",
          "window-session",
          "stateless",
          "parse-csv",
          "parse-json",
          "parse-text",
          "trigger",
          "union",
          "sort-limit",
          "sink",
          "refused",
          "restart",
          "join-static",
          "crash-recovery",
          "join-stream-stream",
          "generated",
          "dedup",
          "chained");

  /**
   * Cases in which Tidemark means to differ: an event time more than {@code max_future_skew} (a
   * day) ahead of the clock does not move the watermark, so that one wrong year cannot close every
   * window.
   */
  private static final List<String> TIDEMARK_DIFFERS = List.of("watermark-far-future-row");

  static Stream<Path> suites() {
    Optional<Path> golden = golden();
    if (golden.isEmpty()) {
      return Stream.of(Path.of("none"));
    }
    List<Path> suites = new ArrayList<>();
    AREAS.forEach(area -> suites.addAll(SuiteRunner.suites(golden.get().resolve(area))));
    return suites.stream().filter(s -> !TIDEMARK_DIFFERS.contains(name(s)));
  }

  private static String name(Path suite) {
    return suite.getFileName().toString().replace(".test.yaml", "");
  }

  private static Optional<Path> golden() {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    Path shared =
        Path.of(System.getProperty("tidemark.shared", root.resolveSibling("shared").toString()));
    Path golden = shared.resolve("golden");
    return Files.isDirectory(golden) ? Optional.of(golden) : Optional.empty();
  }

  @ParameterizedTest
  @MethodSource("suites")
  void tidemarkDoesAsSparkDid(Path suite) {
    if (golden().isEmpty()) {
      return;
    }
    List<Connector> connectors =
        ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();
    SuiteRunner runner =
        new SuiteRunner(
            name -> Optional.empty(), connectors, Clock.systemUTC(), name -> true, String::valueOf);
    List<TestResult> results = runner.run(suite, result -> {});
    assertThat(results).isNotEmpty();
    assertThat(results).allSatisfy(r -> assertThat(r.failure()).as(SuiteReport.text(r)).isEmpty());
  }
}
