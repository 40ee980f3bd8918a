package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Notice;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.BatchProgress;

/** Event times that are wrong, missing, late or at a standstill, over several runs. */
class TimeFaultsTest {
  private static final String COUNTS =
      """
      steps:
        counts:
          from: in
          aggregate: {window: {tumbling: 10 minutes}, by: [k], compute: {n: count(*)}}
      sinks:
        out: {from: counts, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  private static final String SOURCE =
      """
      format: 1
      pipeline: counts
      sources:
        in:
          file: {path: in, format: ndjson, max_files_per_batch: 1}
          columns: {ts: timestamp, k: string}
          watermark: {column: ts, delay: 5 minutes}
      """;

  @TempDir private Path folder;
  private int files;

  private Path pipeline(String text) throws IOException {
    Files.createDirectories(folder.resolve("in"));
    return Files.writeString(folder.resolve("p.yaml"), text);
  }

  /** A file with a row of key a for each time of 2024-01-01, or whole time stamp. */
  private void give(String... times) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String time : times) {
      String ts =
          time.length() > 8 ? time : "2024-01-01T" + time + (time.length() == 5 ? ":00" : "");
      text.append("{\"k\":\"a\",\"ts\":\"%sZ\"}\n".formatted(ts));
    }
    giveText(text.toString());
  }

  private void giveText(String text) throws IOException {
    Files.writeString(folder.resolve("in/%03d.ndjson".formatted(files++)), text);
  }

  private Commands run(Path pipeline) {
    Commands run = Commands.run(pipeline);
    assertThat(run.end()).as(run.printed()).isZero();
    return run;
  }

  /** A row of the result. */
  private static String counted(String start, String end, int n) {
    return "{\"window_start\":\"2024-01-01T%s:00.000Z\",\"window_end\":\"2024-01-01T%s:00.000Z\","
            .formatted(start, end)
        + "\"k\":\"a\",\"n\":%d}".formatted(n);
  }

  private List<String> out() {
    return Results.of(folder.resolve("out"));
  }

  // R27

  @Test
  void timeInTheFarFutureMovesNoWatermarkAndIsReported() throws IOException {
    Path pipeline = pipeline(SOURCE + COUNTS);
    give("10:01", "10:02", "2099-01-01T00:00:00");
    assertThat(run(pipeline).printed()).contains("warning TM612", "1 event time too far");
    give("10:03", "10:16");
    Commands run = run(pipeline);
    assertThat(run.printed()).containsPattern("late +0").doesNotContain("TM612");
    assertThat(out()).containsExactly(counted("10:00", "10:10", 3));
  }

  @Test
  void withoutTheGuardTheRowsThatAreLostAreCountedWithAWarning() throws IOException {
    Path pipeline =
        pipeline(
            SOURCE.replace("    watermark", "    max_future_skew: 40000 days\n    watermark")
                + COUNTS);
    give("10:01", "10:02", "2099-01-01T00:00:00");
    assertThat(run(pipeline).printed()).doesNotContain("TM612");
    give("10:03", "10:16");
    assertThat(run(pipeline).printed()).containsPattern("late +2").contains("warning TM611");
    assertThat(out()).containsExactly(counted("10:00", "10:10", 2));
  }

  // R28

  @Test
  void quietSourceIsNamedAndHoldsNothingBackOnceItIsIdle() throws IOException {
    Path pipeline =
        pipeline(
            """
            format: 1
            pipeline: counts
            sources:
              busy:
                file: {path: in, format: ndjson}
                columns: {ts: timestamp, k: string}
                watermark: {column: ts, delay: 5 minutes}
              quiet:
                file: {path: quiet, format: ndjson}
                columns: {ts: timestamp, k: string}
                watermark: {column: ts, delay: 5 minutes}
                idle_after: 5 minutes
            """
                + COUNTS.replace("steps:", "steps:\n  in: {union: [busy, quiet]}"));
    Files.createDirectories(folder.resolve("quiet"));
    give("00:01", "00:11", "00:21", "00:40");
    Instant now = Instant.parse("2024-01-02T00:00:00Z");
    new LocalPipeline(pipeline, 28, Clock.fixed(now, ZoneOffset.UTC)).run(1);
    assertThat(out()).isEmpty();
    assertThat(Commands.of("status", folder.resolve("checkpoint").toString()).printed())
        .containsPattern("quiet.*holds the watermark back");

    Clock later = Clock.fixed(now.plus(Duration.ofMinutes(5)), ZoneOffset.UTC);
    new LocalPipeline(pipeline, 28, later).run(1);
    assertThat(out())
        .containsExactly(
            counted("00:00", "00:10", 1),
            counted("00:10", "00:20", 1),
            counted("00:20", "00:30", 1));
  }

  @Test
  void sourceThatFallsSilentAndHoldsTheWatermarkBackIsToldOnce() throws IOException {
    Path pipeline =
        pipeline(
            """
            format: 1
            pipeline: counts
            sources:
              busy:
                file: {path: in, format: ndjson}
                columns: {ts: timestamp, k: string}
                watermark: {column: ts, delay: 5 minutes}
              quiet:
                file: {path: quiet, format: ndjson}
                columns: {ts: timestamp, k: string}
                watermark: {column: ts, delay: 5 minutes}
            """
                + COUNTS.replace("steps:", "steps:\n  in: {union: [busy, quiet]}"));
    Files.createDirectories(folder.resolve("quiet"));
    Files.writeString(folder.resolve("quiet/1"), "{\"k\":\"a\",\"ts\":\"2024-01-01T00:01:00Z\"}\n");
    Noticed noticed = new Noticed();
    Instant now = Instant.parse("2024-01-02T00:00:00Z");
    for (int minutes : new int[] {0, 4, 6, 8}) {
      give("00:10", "00:2" + minutes);
      Clock clock = Clock.fixed(now.plus(Duration.ofMinutes(minutes)), ZoneOffset.UTC);
      new LocalPipeline(pipeline, 28 + minutes, clock).run(1, noticed);
    }
    assertThat(noticed.told)
        .containsExactly(
            "quiet TM704: no row for 6 min 00 s, which holds the watermark back at"
                + " 2023-12-31T23:56:00Z; set `idle_after` if that is normal");
  }

  /** Keeps what is noticed. */
  private static final class Noticed implements BatchObserver {
    private final List<String> told = new ArrayList<>();

    @Override
    public void committed(BatchProgress progress) {}

    @Override
    public void noticed(String source, Notice notice) {
      told.add(source + " " + notice.code() + ": " + notice.message());
    }
  }

  // R29

  @Test
  void everyScheduledRunClosesWhatItsOwnInputCloses() throws IOException {
    Path pipeline = pipeline(SOURCE + COUNTS);
    give("00:01", "00:12", "00:16");
    assertThat(run(pipeline).printed()).containsPattern("open +1");
    assertThat(out()).containsExactly(counted("00:00", "00:10", 1));
    give("00:40");
    assertThat(run(pipeline).printed()).containsPattern("open +1");
    List<String> both = List.of(counted("00:00", "00:10", 1), counted("00:10", "00:20", 2));
    assertThat(out()).isEqualTo(both);
    assertThat(run(pipeline).printed()).contains("no batch was needed");
    assertThat(out()).isEqualTo(both);
    assertThat(Commands.of("status", folder.resolve("checkpoint").toString()).printed())
        .contains("1 group waits");
  }

  // R30

  @Test
  void rowsWithoutTimeAreCountedAndBadOnesNamedOrDropped() throws IOException {
    Path pipeline = pipeline(SOURCE + COUNTS);
    giveText(
        """
        {"k":"a","ts":null}
        {"k":"a"}
        {"k":"a","ts":""}
        {"k":"a","ts":"2024-01-01T00:01:00Z"}
        """);
    Commands refused = Commands.run(pipeline);
    assertThat(refused.end()).isEqualTo(1);
    assertThat(refused.printed()).contains("error TM601", "000.ndjson:3");

    Files.writeString(
        pipeline,
        SOURCE.replace("    watermark", "    on_bad_record: drop\n    watermark") + COUNTS);
    Results.delete(folder.resolve("checkpoint"));
    Results.delete(folder.resolve("out"));
    Commands dropped = run(pipeline);
    assertThat(dropped.printed()).containsPattern("bad +1").containsPattern("no time +2");
    give("00:20");
    run(pipeline);
    assertThat(out()).containsExactly(counted("00:00", "00:10", 1));
  }

  // R34

  @Test
  void lateRowsAreCountedByStep() throws IOException {
    Path pipeline = pipeline(SOURCE + COUNTS);
    give("00:01", "00:31");
    assertThat(run(pipeline).printed()).containsPattern("late +0");
    give("00:02", "00:33");
    assertThat(run(pipeline).printed())
        .contains("1 late")
        .containsPattern("late +1 +\\(counts: 1\\)");
    assertThat(out()).containsExactly(counted("00:00", "00:10", 1));
  }

  // R35

  @Test
  void restartAfterEveryFileGivesTheResultOfOneRun() throws IOException {
    Path pipeline = pipeline(SOURCE + COUNTS);
    List<String[]> all = new ArrayList<>();
    for (int file = 0; file < 20; file++) {
      String[] times = new String[60];
      for (int i = 0; i < times.length; i++) {
        int second = 600 * file + 10 * i;
        times[i] = "%02d:%02d:%02d".formatted(second / 3600, second / 60 % 60, second % 60);
      }
      all.add(times);
    }
    for (String[] times : all) {
      give(times);
    }
    run(pipeline);
    List<String> oneRun = out();
    assertThat(oneRun).hasSize(19).allMatch(row -> row.contains("\"n\":60}"));
    for (String part : List.of("checkpoint", "out", "in")) {
      Results.delete(folder.resolve(part));
    }
    Files.createDirectories(folder.resolve("in"));
    for (String[] times : all) {
      give(times);
      run(pipeline);
    }
    assertThat(out()).isEqualTo(oneRun);
  }
}
