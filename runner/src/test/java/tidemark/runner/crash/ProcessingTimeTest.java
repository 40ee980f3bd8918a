package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.Boundary;

/** Time-outs in processing time: when they make a micro-batch, and that a run ends. */
class ProcessingTimeTest {
  private static final long NOON = Instant.parse("2026-07-01T12:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;

  @TempDir private Path folder;
  private final SteppedClock clock = new SteppedClock();

  /** Shows the time that was set, and moves on a little with every look. */
  private static final class SteppedClock extends Clock {
    private long millis = NOON;
    private long step;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
      millis += step;
      return Instant.ofEpochMilli(millis);
    }
  }

  private LocalPipeline pipeline(String onTimeout) throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Path file =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: waiting
            sources:
              rows:
                file: {path: in, format: ndjson}
                columns: {k: string, v: bigint}
            steps:
              waiting:
                from: rows
                stateful:
                  by: [k]
                  state: {n: {type: bigint, initial: 0}}
                  time: processing_time
                  rules:
                    - {set: {n: state.n + v}, timeout: 10 minutes}
                  on_timeout: %s
            sinks:
              out: {from: waiting, file: {path: out, format: ndjson}}
            checkpoint: checkpoint
            """
                .formatted(onTimeout));
    return new LocalPipeline(file, 7, clock);
  }

  private void give(String name, String... rows) throws IOException {
    Files.writeString(folder.resolve("in").resolve(name), String.join("\n", rows) + "\n");
  }

  private static List<BatchProgress> run(LocalPipeline pipeline) {
    List<BatchProgress> batches = new ArrayList<>();
    pipeline.run(2, batches::add);
    return batches;
  }

  private List<String> out() throws IOException {
    List<String> rows = new ArrayList<>();
    if (!Files.exists(folder.resolve("out"))) {
      return rows;
    }
    try (Stream<Path> parts = Files.list(folder.resolve("out"))) {
      for (Path part : parts.filter(Files::isRegularFile).sorted().toList()) {
        rows.addAll(Files.readAllLines(part));
      }
    }
    return rows;
  }

  @Test
  void aTimeoutFiresInABatchOfItsOwnOnceItIsDueAndNotBefore() throws IOException {
    LocalPipeline pipeline = pipeline("{emit: {k: k, n: state.n, due: timed_out_at}, clear: true}");
    give("1.ndjson", "{\"k\":\"a\",\"v\":1}", "{\"k\":\"b\",\"v\":5}");
    assertThat(run(pipeline)).hasSize(1);
    clock.millis = NOON + 4 * MINUTE;
    give("2.ndjson", "{\"k\":\"a\",\"v\":2}");
    assertThat(run(pipeline)).hasSize(1);
    clock.millis = NOON + 10 * MINUTE - 1;
    assertThat(run(pipeline)).isEmpty();
    assertThat(out()).isEmpty();
    clock.millis = NOON + 10 * MINUTE;
    List<BatchProgress> fired = run(pipeline);
    assertThat(fired).hasSize(1);
    assertThat(fired.get(0).noData()).isTrue();
    assertThat(out()).containsExactly("{\"k\":\"b\",\"n\":5,\"due\":\"2026-07-01T12:10:00.000Z\"}");
    clock.millis = NOON + 20 * MINUTE;
    assertThat(run(pipeline)).hasSize(1);
    assertThat(out())
        .containsExactly(
            "{\"k\":\"b\",\"n\":5,\"due\":\"2026-07-01T12:10:00.000Z\"}",
            "{\"k\":\"a\",\"n\":3,\"due\":\"2026-07-01T12:14:00.000Z\"}");
    assertThat(run(pipeline)).isEmpty();
  }

  @Test
  void aRunEndsAlthoughTimeoutsThatFireArmTheNextOnes() throws IOException {
    LocalPipeline pipeline = pipeline("{emit: {k: k, n: state.n}, timeout: 1 ms}");
    give("1.ndjson", "{\"k\":\"a\",\"v\":1}");
    run(pipeline);
    clock.millis = NOON + 10 * MINUTE;
    clock.step = 5;
    assertThat(run(pipeline)).hasSize(1);
    assertThat(run(pipeline)).hasSize(1);
    assertThat(out()).hasSize(2);
  }

  @Test
  void aBatchThatDiesFiresAgainByItsLoggedTime() throws IOException {
    LocalPipeline pipeline =
        pipeline("{emit: {k: k, n: state.n, at: current_timestamp()}, clear: true}");
    give("1.ndjson", "{\"k\":\"a\",\"v\":1}");
    run(pipeline);
    clock.millis = NOON + 11 * MINUTE;
    assertThat(
            pipeline.dies(
                2,
                (boundary, batch) -> {
                  if (boundary == Boundary.STATE_SEALED) {
                    throw new Died(boundary, batch);
                  }
                }))
        .isTrue();
    clock.millis = NOON + 60 * MINUTE;
    assertThat(run(pipeline)).hasSize(1);
    assertThat(out()).containsExactly("{\"k\":\"a\",\"n\":1,\"at\":\"2026-07-01T12:11:00.000Z\"}");
  }
}
