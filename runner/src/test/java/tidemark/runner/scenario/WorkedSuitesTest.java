package tidemark.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.operators.connector.Connector;

/** Suites in whose cases what must come out was worked out by hand. */
class WorkedSuitesTest {
  private static final List<Connector> CONNECTORS =
      ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();

  static Stream<Path> suites() {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    return Stream.of("upgrades", "late-rows")
        .map(root.resolve("runner/src/test/resources")::resolve)
        .flatMap(folder -> SuiteRunner.suites(folder).stream());
  }

  @ParameterizedTest
  @MethodSource("suites")
  void whatWasWorkedOutComesOut(Path suite) {
    SuiteRunner runner =
        new SuiteRunner(
            name -> Optional.empty(), CONNECTORS, Clock.systemUTC(), name -> true, String::valueOf);
    List<TestResult> results = runner.run(suite, result -> {});
    assertThat(results).isNotEmpty();
    assertThat(results).allSatisfy(r -> assertThat(r.failure()).as(SuiteReport.text(r)).isEmpty());
  }
}
