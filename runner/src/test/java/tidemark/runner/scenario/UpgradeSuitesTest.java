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

/** Pipelines that change while state is stored: what must come out was worked out by hand. */
class UpgradeSuitesTest {
  private static final List<Connector> CONNECTORS =
      ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();

  static Stream<Path> suites() {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    return SuiteRunner.suites(root.resolve("runner/src/test/resources/upgrades")).stream();
  }

  @ParameterizedTest
  @MethodSource("suites")
  void aChangedPipelineGoesOnWithWhatIsStored(Path suite) {
    SuiteRunner runner =
        new SuiteRunner(name -> Optional.empty(), CONNECTORS, Clock.systemUTC(), name -> true);
    List<TestResult> results = runner.run(suite, result -> {});
    assertThat(results).isNotEmpty();
    assertThat(results).allSatisfy(r -> assertThat(r.failure()).as(SuiteReport.text(r)).isEmpty());
  }
}
