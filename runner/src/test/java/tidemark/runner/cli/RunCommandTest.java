package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: p
      sources:
        access:
          file: {path: in, format: ndjson}
          columns: {site: string, status: int}
      steps:
        served: {from: access, filter: status < 500}
      sinks:
        out: {from: served, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writePipeline() throws IOException {
    file = Files.writeString(folder.resolve("p.yaml"), PIPELINE);
    Files.createDirectories(folder.resolve("in"));
    give("1.ndjson", "{\"site\":\"a\",\"status\":200}\n{\"site\":\"b\",\"status\":503}\n");
  }

  private void give(String name, String text) throws IOException {
    Files.writeString(folder.resolve("in").resolve(name), text);
  }

  private List<String> result() throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      for (Path part : files.filter(Files::isRegularFile).sorted().toList()) {
        rows.addAll(Files.readAllLines(part));
      }
    }
    return rows;
  }

  private CliRun run(String... options) {
    List<String> args = new ArrayList<>(List.of("run", file.toString()));
    args.addAll(List.of(options));
    return CliRun.of(args.toArray(new String[0]));
  }

  @Test
  void runCatchesUpAndTheNextGoesOnFromThere() throws IOException {
    CliRun first = run();
    assertThat(first.err()).contains("batch 0: 1 row in, 1 out", "p: done in ", "rows in    1");
    assertThat(first.end()).isEqualTo(ExitCode.DONE);
    assertThat(first.out()).isEmpty();
    assertThat(run("--progress", "none").err()).isEmpty();
    give("2.ndjson", "{\"site\":\"c\",\"status\":200}\n");
    assertThat(run("--trigger", "once").err()).contains("batch 1: 1 row in");
    assertThat(result())
        .containsExactly("{\"site\":\"a\",\"status\":200}", "{\"site\":\"c\",\"status\":200}");
  }

  @Test
  void checkpointOfTheCommandLineWins() throws IOException {
    Path other = folder.resolve("other");
    assertThat(run("--checkpoint", other.toString()).end()).isEqualTo(ExitCode.DONE);
    assertThat(other.resolve("checkpoint.json")).exists();
    assertThat(folder.resolve("checkpoint")).doesNotExist();
  }

  @Test
  void pipelineWithErrorsTouchesNothing() throws IOException {
    Files.writeString(file, PIPELINE + "checkpoint: again\n");
    CliRun run = run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM102", "lines 11 and 12");
    assertThat(folder.resolve("checkpoint")).doesNotExist();
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void pipelineWithoutCheckpointIsRefusedWithTheWayOut() throws IOException {
    Files.writeString(file, PIPELINE.replace("checkpoint: checkpoint\n", ""));
    CliRun run = run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM104", "--checkpoint DIR");
  }

  @Test
  void badRecordFailsTheRunAndTheLastLinesSayWhy() throws IOException {
    give("0.ndjson", "{\"site\":\"a\",\"status\":\"x\"}\n");
    CliRun run = run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("p: failed in ");
    assertThat(run.err().substring(run.err().indexOf("error TM601"))).contains("0.ndjson");
    assertThat(run.err()).doesNotContain("\tat ");
  }

  @Test
  void checkpointOfAnotherPipelineIsRefused() throws IOException {
    run();
    Files.writeString(file, PIPELINE.replace("pipeline: p", "pipeline: q"));
    CliRun run = run();
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.err()).contains("error TM501");
  }

  @Test
  void raisedStopEndsTheRunAsStopped() {
    // The signal is there before the first batch: nothing is read, and the end is clean.
    Stopping stopping = new Stopping();
    stopping.patiently().raise();
    CliRun run = CliRun.stopped(stopping, "run", file.toString());
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).contains("p: stopped in ");
  }

  @Test
  void jsonProgressEndsWithTheSummary() {
    List<String> lines = run("--progress", "json").err().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).contains("\"event\":\"batch\"", "\"input_rows\":1");
    assertThat(lines.get(1)).contains("\"event\":\"summary\"", "\"end\":\"done\"");
  }

  @Test
  void optionsThatCannotBeReadAreBadUsage() {
    for (List<String> bad :
        List.of(
            List.of("--trigger", "every:10"),
            List.of("--trigger", "hourly"),
            List.of("--parallelism", "0"),
            List.of("--progress", "loud"),
            List.of("--set", "x"))) {
      CliRun run = run(bad.toArray(new String[0]));
      assertThat(run.end()).as("%s", bad).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).as("%s", bad).contains("tidemark: ", bad.get(0));
    }
  }
}
