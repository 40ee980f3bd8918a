package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code status} and {@code explain} say of steps to which a join hands on less. */
class WatermarkBehindJoinTest {
  private static final String VISITS =
      """
      format: 1
      pipeline: visits
      sources:
        pages:
          file: {path: pages, format: ndjson}
          columns: {k: string, ts: timestamp}
          watermark: {column: ts, delay: 0 seconds}
        clicks:
          file: {path: clicks, format: ndjson}
          columns: {k: string, ts: timestamp}
          watermark: {column: ts, delay: 0 seconds}
      steps:
        met:
          join:
            left: pages
            right: clicks
            match: >-
              left.k = right.k AND right.ts >= left.ts
              AND right.ts <= left.ts + INTERVAL 12 MINUTES
            select: {k: left.k, page: left.ts, click: right.ts}
        counted:
          from: met
          aggregate: {window: {tumbling: 10 minutes, column: page}, compute: {n: count(*)}}
        late: {from: counted, deduplicate: {by: [n, window_end]}}
      sinks:
        out: {from: late, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;

  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("p.yaml"), VISITS);
  }

  private void give(String source, String... times) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String time : times) {
      rows.append("{\"k\":\"a\",\"ts\":\"2026-01-01T").append(time).append("Z\"}\n");
    }
    Files.createDirectories(folder.resolve(source));
    Files.writeString(folder.resolve(source).resolve("1.ndjson"), rows);
  }

  /**
   * The watermark is 13:00, so behind the join it is 12:47:59.999: pages up to it are forgotten,
   * and a page at 12:48 may still meet a click at 13:00.
   */
  private CliRun status(String format) throws IOException {
    give("pages", "12:00:00", "13:00:00");
    give("clicks", "12:00:00", "13:00:00");
    CliRun run = CliRun.of("run", file.toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    String checkpoint = folder.resolve("checkpoint").toString();
    return CliRun.of("status", checkpoint, "--windows", "--format", format);
  }

  @Test
  void windowsBehindAJoinAreClosedByWhatItHandsOn() throws IOException {
    assertThat(status("text").out())
        .contains(
            "watermark     2026-01-01T13:00:00Z\n",
            "windows that end at or before 2026-01-01T12:40:00Z are closed; 1 group waits\n",
            "the earliest window that can be open ends at 2026-01-01T12:50:00Z and waits for"
                + " `pages` to reach 2026-01-01T13:02:00.001Z"
                + " and `clicks` to reach 2026-01-01T13:02:00.001Z\n",
            "  counted     2026-01-01T13:00:00Z to 2026-01-01T13:10:00Z: 1 group, waits for"
                + " `pages` to reach 2026-01-01T13:22:00.001Z"
                + " and `clicks` to reach 2026-01-01T13:22:00.001Z\n",
            "keys whose `window_end` is at or before 2026-01-01T12:47:59.999Z are forgotten");
  }

  @Test
  void joinSaysUntilWhenItKeepsRows() throws IOException {
    assertThat(status("text").out())
        .contains(
            "left rows are kept until the watermark passes left.ts + 12 minutes, right rows until"
                + " the watermark passes right.ts; 2 rows wait\n");
  }

  @Test
  void programsReadTheSame() throws IOException {
    assertThat(status("json").out())
        .contains(
            "\"windows_closed_to\" : \"2026-01-01T12:40:00Z\"",
            "\"pages\" : \"2026-01-01T13:02:00.001Z\"")
        .doesNotContain("\"closes\" : false");
  }

  @Test
  void batchThatIsDueIsNotSaidToCloseMore() throws IOException {
    give("pages", "12:00:00", "13:00:00");
    give("clicks", "12:00:00", "13:00:00");
    assertThat(CliRun.of("run", file.toString(), "--trigger", "once").end())
        .isEqualTo(ExitCode.DONE);
    assertThat(CliRun.of("status", folder.resolve("checkpoint").toString()).out())
        .contains(
            "a batch without input: it does what is due at the watermark 2026-01-01T13:00:00Z");
  }

  @Test
  void explainSaysHowFarTheWatermarkLiesBehind() throws IOException {
    give("pages");
    give("clicks");
    assertThat(CliRun.of("explain", file.toString()).out())
        .contains(
            "12 minutes 1 millisecond behind the pipeline's, let through by steps.met\n",
            "12 minutes 1 millisecond behind the pipeline's, let through by steps.counted,"
                + " steps.met\n");
  }
}
