package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.connector.Notice;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.Boundary;

/** Tables that change, grow too large or hold bad rows, beside a stream that goes on. */
class StaticTableFaultsTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: names
      sources:
        in:
          file: {path: in, format: ndjson, max_files_per_batch: 1}
          columns: {k: string}
        names:
          file: {path: names.csv, format: csv, header: true}
          columns: {id: string, name: string}
          static: true
      steps:
        named:
          from: in
          lookup: {source: names, type: left_outer, match: k = id, select: {k: k, name: name}}
      sinks:
        out: {from: named, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    table("a,one");
  }

  private void table(String... rows) throws IOException {
    Files.writeString(folder.resolve("names.csv"), "id,name\n" + String.join("\n", rows) + "\n");
  }

  private void give(int number, String... keys) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String key : keys) {
      text.append("{\"k\":\"").append(key).append("\"}\n");
    }
    Path file = Files.writeString(folder.resolve("in/" + number + ".ndjson"), text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 1000L * number));
  }

  private LocalPipeline pipeline(String text, Clock clock) throws IOException {
    return new LocalPipeline(Files.writeString(folder.resolve("p.yaml"), text), 1, clock);
  }

  private LocalPipeline pipeline() throws IOException {
    return pipeline(PIPELINE, LocalPipeline.CLOCK);
  }

  private List<String> out() {
    return Results.of(folder.resolve("out"));
  }

  private static String row(String key, String name) {
    return "{\"k\":\"" + key + "\",\"name\":" + (name == null ? "null" : "\"" + name + "\"") + "}";
  }

  /** Hears what sources notice. */
  private static final class Ears implements BatchObserver {
    private final List<Code> heard = new ArrayList<>();

    @Override
    public void committed(BatchProgress progress) {}

    @Override
    public void noticed(String source, Notice notice) {
      heard.add(notice.code());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLANNED", "READ", "STATE_SEALED", "SINK_PREPARED"})
  void batchThatNoSinkHasIsPlannedAnewWhereItsTableChanged(Boundary last) throws IOException {
    give(1, "a");
    LocalPipeline pipeline = pipeline();
    assertThat(dies(pipeline, last)).isTrue();
    table("a,another");
    Ears ears = new Ears();
    pipeline.run(1, ears);
    assertThat(out()).containsExactly(row("a", "another"));
    assertThat(ears.heard).containsExactly(Code.TM624);
  }

  @Test
  void batchThatASinkHasWaitsForTheTableThatItWasPlannedWith() throws IOException {
    give(1, "a");
    LocalPipeline pipeline = pipeline();
    assertThat(dies(pipeline, Boundary.SINK_COMMITTED)).isTrue();
    table("a,another");
    assertThatThrownBy(() -> pipeline.run(1))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM624));
    assertThat(out()).containsExactly(row("a", "one"));
    table("a,one");
    give(2, "a");
    pipeline.run(1);
    assertThat(out()).containsExactly(row("a", "one"), row("a", "one"));
  }

  @Test
  void tableThatIsUntouchedIsReadAgainForTheSameRows() throws IOException {
    give(1, "a", "b");
    LocalPipeline pipeline = pipeline();
    assertThat(dies(pipeline, Boundary.SINK_COMMITTED)).isTrue();
    Ears ears = new Ears();
    pipeline.run(1, ears);
    assertThat(out()).containsExactly(row("a", "one"), row("b", null));
    assertThat(ears.heard).isEmpty();
  }

  @Test
  void rowsThatTheTableGainedAreSeenByTheNextRunAndNotByTheRepeatedBatch() throws IOException {
    give(1, "a", "b");
    LocalPipeline pipeline = pipeline();
    assertThat(dies(pipeline, Boundary.READ)).isTrue();
    table("a,one", "b,two");
    give(2, "b");
    pipeline.run(1);
    assertThat(out()).containsExactly(row("a", "one"), row("b", "two"), row("b", null));
  }

  @Test
  void tableIsReadAgainBetweenBatchesOnceItsRefreshHasPassed() throws IOException {
    give(1, "a");
    give(2, "a");
    give(3, "a");
    Ticking clock = new Ticking();
    LocalPipeline pipeline =
        pipeline(PIPELINE.replace("static: true", "static: true\n    refresh: 1 hour"), clock);
    pipeline.run(
        1,
        progress -> {
          try {
            table("a,after " + progress.batch());
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          clock.now = clock.now.plus(Duration.ofMinutes(40));
        });
    assertThat(out()).containsExactly(row("a", "after 1"), row("a", "one"), row("a", "one"));
  }

  @Test
  void badRowOfATableFailsTheRunAtItsPlace() throws IOException {
    give(1, "a");
    table("a,one", "b,two,three");
    LocalPipeline pipeline = pipeline();
    assertThatThrownBy(() -> pipeline.run(1))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM601))
        .hasMessageContaining("names.csv");
    table("a,one", "b,two");
    pipeline.run(1);
    assertThat(out()).containsExactly(row("a", "one"));
  }

  @Test
  void tableThatDoesNotFitIntoMemoryIsNamedWithTheLimit() throws IOException {
    give(1, "a");
    String[] rows = new String[30_000];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i + "," + "long name ".repeat(8) + i;
    }
    table(rows);
    Path file = Files.writeString(folder.resolve("p.yaml"), PIPELINE + "memory: {state: 2MB}\n");
    Commands run = Commands.run(file);
    assertThat(run.end()).as(run.printed()).isEqualTo(1);
    assertThat(run.printed())
        .contains("TM703", "`names` does not fit", "may take 2.00 MB together");
  }

  @Test
  void statusSaysWhichTableTheLastBatchSaw() throws IOException {
    give(1, "a");
    pipeline().run(1);
    Commands status = Commands.of("status", folder.resolve("checkpoint").toString());
    assertThat(status.printed()).contains("table names", "1 row in memory, as of 2026-07-01");
  }

  private static boolean dies(LocalPipeline pipeline, Boundary last) {
    return pipeline.dies(
        1,
        (boundary, batch) -> {
          if (boundary == last) {
            throw new Died(boundary, batch);
          }
        });
  }

  /** A clock that a test moves. */
  private static final class Ticking extends Clock {
    private Instant now = LocalPipeline.CLOCK.instant();

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
