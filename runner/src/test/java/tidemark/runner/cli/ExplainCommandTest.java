package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
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
      """;

  @TempDir private Path folder;

  @Test
  void pipelineIsExplainedOnTheOutput() throws IOException {
    Path file = Files.writeString(folder.resolve("p.yaml"), PIPELINE);
    CliRun run = CliRun.of("explain", file.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("pipeline p", "access", "status < 500", "guarantee of out");
  }

  @Test
  void whatBecomesOfBadRecordsIsSaid() throws IOException {
    String dropping = PIPELINE.replace("    columns:", "    on_bad_record: drop\n    columns:");
    Path file = Files.writeString(folder.resolve("p.yaml"), dropping);
    assertThat(CliRun.of("explain", file.toString()).out())
        .containsPattern("bad records +left out and counted\n");
    Files.writeString(
        file,
        dropping.replace(": drop", ": dead_letter")
            + "dead_letter: {file: {path: bad, format: ndjson}}\n");
    assertThat(CliRun.of("explain", file.toString()).out())
        .containsPattern(
            "bad records +counted and written to the dead letters: file "
                + folder.resolve("bad")
                + "\n");
  }

  @Test
  void pipelineWithErrorsIsNotExplained() throws IOException {
    Path file =
        Files.writeString(folder.resolve("p.yaml"), PIPELINE.replace("status < 500", "sttus < 5"));
    CliRun run = CliRun.of("explain", file.toString());
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("error TM304", "did you mean `status`", "p.yaml: 1 error, 0 warnings");
  }
}
