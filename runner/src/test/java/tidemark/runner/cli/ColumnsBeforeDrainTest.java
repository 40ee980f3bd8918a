package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A window and the columns of its aggregation change, one after the other. */
class ColumnsBeforeDrainTest {
  private static final String TRAFFIC =
      """
      format: 1
      pipeline: traffic
      sources:
        access:
          file: {path: in, format: ndjson}
          columns: {ts: timestamp, bytes: bigint}
          watermark: {column: ts, delay: 10 minutes}
      steps:
        sizes: {from: access, aggregate: {window: {tumbling: 1 minute}, compute: {n: count(*)}}}
      sinks:
        out: {from: sizes, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;

  private CliRun run(String pipeline, String name, String time) throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(
        folder.resolve("in").resolve(name), "{\"ts\":\"2026-01-01T" + time + "Z\",\"bytes\":7}\n");
    return CliRun.of("run", Files.writeString(folder.resolve("p.yaml"), pipeline).toString());
  }

  @Test
  void whatIsOpenClosesByTheOldWindow() throws IOException {
    assertThat(run(TRAFFIC, "1", "12:00:00").end()).isEqualTo(ExitCode.DONE);
    String columns = TRAFFIC.replace("n: count(*)", "n: count(*), most: max(bytes)");
    String both =
        columns.replace("tumbling: 1 minute", "tumbling: 1 hour") + "upgrade: {drain: [sizes]}\n";
    CliRun together = run(both, "2", "12:01:00");
    assertThat(together.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(together.err()).contains("the columns first");
    assertThat(run(columns, "2", "12:01:00").end()).isEqualTo(ExitCode.DONE);
    CliRun then = run(both, "3", "13:30:00");
    assertThat(then.end()).as(then.err()).isEqualTo(ExitCode.DONE);
    assertThat(CliRun.results(folder.resolve("out")))
        .containsExactlyInAnyOrder(
            "{\"window_start\":\"2026-01-01T12:00:00.000Z\","
                + "\"window_end\":\"2026-01-01T12:01:00.000Z\",\"n\":1,\"most\":null}",
            "{\"window_start\":\"2026-01-01T12:01:00.000Z\","
                + "\"window_end\":\"2026-01-01T12:02:00.000Z\",\"n\":1,\"most\":7}");
  }
}
