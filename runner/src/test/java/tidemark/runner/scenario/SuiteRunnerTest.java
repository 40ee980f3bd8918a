package tidemark.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Connector;
import tidemark.runner.yaml.Environment;

/** A test that ends in a way nobody foresaw has failed; the others run all the same. */
class SuiteRunnerTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: broken
      sources:
        in:
          file: {path: "${env:PLACE}", format: ndjson}
          columns: {n: bigint}
      sinks:
        out: {from: in, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  private static final String SUITE =
      """
      format: 1
      pipeline: p.yaml
      tests:
        - name: first
          steps:
            - give: {in: [{n: 1}]}
              expect: {out: [{n: 1}]}
        - name: second
          steps:
            - give: {in: [{n: 2}]}
              expect: {out: [{n: 2}]}
      """;

  private static final List<Connector> CONNECTORS =
      ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();

  private static final String BROKEN_SUITE =
      """
      format: 1
      pipeline: p.yaml
      tests:
        - name: no such file
          steps:
            - give: {in: {file: nowhere.ndjson}}
        - name: no such pipeline
          steps:
            - give: {in: [{n: 1}]}
            - restart: {pipeline: nowhere.yaml}
        - name: whole
          steps:
            - give: {in: [{n: 2}]}
              expect: {out: [{n: 2}]}
      """;

  @TempDir Path folder;

  @Test
  void anUnforeseenFailureIsOneTestsOnly() throws IOException {
    Files.writeString(folder.resolve("p.yaml"), PIPELINE);
    Path suite = Files.writeString(folder.resolve("p.test.yaml"), SUITE);
    AtomicInteger asked = new AtomicInteger();
    Environment failsOnce =
        name -> {
          if (asked.getAndIncrement() == 0) {
            throw new IllegalStateException("not foreseen");
          }
          return Optional.of("in");
        };
    List<TestResult> seen = new ArrayList<>();
    List<TestResult> results =
        new SuiteRunner(
                failsOnce,
                CONNECTORS,
                Clock.systemUTC(),
                name -> true,
                failure -> "words for " + failure.getMessage())
            .run(suite, seen::add);
    assertThat(results).extracting(TestResult::test).containsExactly("first", "second");
    assertThat(results.get(0).failure()).contains("words for not foreseen");
    assertThat(results.get(1).failure()).isEmpty();
    assertThat(seen).isEqualTo(results);
  }

  /** Words of their own, not those for what nobody foresaw. */
  @Test
  void whatTheAuthorCanMendIsTold() throws IOException {
    Files.writeString(folder.resolve("p.yaml"), PIPELINE);
    Path suite = Files.writeString(folder.resolve("p.test.yaml"), BROKEN_SUITE);
    SuiteRunner runner =
        new SuiteRunner(
            name -> Optional.of("in"),
            CONNECTORS,
            Clock.systemUTC(),
            name -> true,
            failure -> "unforeseen: " + failure);
    List<TestResult> results = runner.run(suite, result -> {});
    assertThat(results).hasSize(3);
    assertThat(results.get(0).failure().orElseThrow())
        .contains("nowhere.ndjson`")
        .endsWith("cannot be read: no such file or folder");
    assertThat(results.get(1).failure().orElseThrow())
        .startsWith("the changed pipeline has errors:")
        .contains("nowhere.yaml");
    assertThat(results.get(2).failure()).isEmpty();
  }
}
