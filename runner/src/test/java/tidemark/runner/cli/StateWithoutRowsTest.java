package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps that keep state, of which nothing is kept at the moment. */
class StateWithoutRowsTest {
  @TempDir private Path folder;

  @BeforeEach
  void runTwoBatches() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: large
            output_mode: update
            sources:
              events:
                file: {path: in, format: ndjson, max_files_per_batch: 1}
                columns: {k: string, v: bigint}
            steps:
              large: {from: events, filter: v > 100}
              totals: {from: large, aggregate: {by: [k], compute: {total: sum(v)}}}
            sinks:
              out: {from: totals, file: {path: out, format: ndjson}}
            checkpoint: checkpoint
            """);
    Files.createDirectory(folder.resolve("in"));
    for (int i = 0; i < 2; i++) {
      Files.writeString(folder.resolve("in/" + i + ".ndjson"), "{\"k\":\"a\",\"v\":1}\n");
    }
    CliRun run = CliRun.of("run", file.toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
  }

  private String done(String command, String... rest) {
    String[] arguments = new String[rest.length + 3];
    arguments[0] = "state";
    arguments[1] = command;
    arguments[2] = folder.resolve("checkpoint").toString();
    System.arraycopy(rest, 0, arguments, 3, rest.length);
    CliRun run = CliRun.of(arguments);
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    return run.out();
  }

  @Test
  void areExportedAsNoRows() {
    assertThat(done("export", "totals")).isEmpty();
    assertThat(done("export", "totals", "--format", "csv")).isEqualTo("k,total\n");
  }

  @Test
  void areShownAsNoRows() {
    assertThat(done("show", "totals")).isEqualTo("totals after batch 1: 0 rows\n");
  }

  @Test
  void differInNothing() {
    assertThat(done("diff", "totals", "0", "1"))
        .isEqualTo("totals, batch 0 to 1: 0 added, 0 removed, 0 changed, 0 the same\n");
  }

  @Test
  void areToldFromStepsThatAreNot() {
    CliRun unknown = CliRun.of("state", "export", folder.resolve("checkpoint").toString(), "large");
    assertThat(unknown.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(unknown.err()).contains("TM522", "has no step `large`", "`totals`");
  }
}
