package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lets a warning fail, and which files of folders are looked at. */
class LintStrictnessTest {
  private static final String GROWING =
      """
      format: 1
      pipeline: p
      sources:
        in: {file: {path: in, format: ndjson}, columns: {k: string}}
      steps:
        once: {from: in, deduplicate: {by: [k]}}
      sinks:
        out: {from: once, file: {path: out, format: ndjson}}
      """;

  @TempDir private Path folder;
  private String file;

  @BeforeEach
  void writePipeline() throws IOException {
    file = write("team/p.yaml", GROWING);
  }

  private String write(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text).toString();
  }

  @Test
  void warningsPassWithoutALimit() {
    CliRun run = CliRun.of("lint", file);
    assertThat(run.out()).contains("warning TM701", "0 errors, 1 warning");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aFolderThatIsALinkIsLintedAndFormattedLikeTheFolder() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("team"));
    assertThat(CliRun.of("lint", link.toString()).out()).contains("link/p.yaml", "warning TM701");
    Files.writeString(Path.of(file), "format:   1\npipeline: p\n");
    assertThat(CliRun.of("fmt", "--check", link.toString()).end()).isEqualTo(ExitCode.FAILED);
    String empty = Files.createDirectory(folder.resolve("empty")).toString();
    assertThat(CliRun.of("fmt", "--check", empty).err()).contains("There is no pipeline file");
  }

  @Test
  void moreWarningsThanAllowedFail() {
    CliRun none = CliRun.of("lint", "--max-warnings", "0", file);
    assertThat(none.err()).isEqualTo("1 warning, and --max-warnings allows 0\n");
    assertThat(none.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CliRun.of("lint", "--max-warnings", "1", file).end()).isEqualTo(ExitCode.DONE);
    assertThat(CliRun.of("lint", "--max-warnings", "many", file).err())
        .contains("--max-warnings needs a number, not 'many'");
  }

  @Test
  void aDeniedWarningIsAnError() {
    CliRun run = CliRun.of("lint", "--deny", "tm701", file);
    assertThat(run.out()).contains("error TM701", "1 error, 0 warnings");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CliRun.of("lint", "--deny", "TM608", file).end()).isEqualTo(ExitCode.DONE);
    assertThat(CliRun.of("lint", "--deny", "TM000", file).err())
        .contains("There is no code 'TM000'");
  }

  @Test
  void aReasonOnTheLineStillSilencesADeniedWarning() throws IOException {
    String silenced =
        write("q.yaml", GROWING.replace("[k]}}", "[k]}}  # tidemark:ignore TM701 few keys"));
    assertThat(CliRun.of("lint", "--deny", "TM701", silenced).out()).isEqualTo(silenced + ": ok\n");
  }

  @Test
  void theNearestPolicyAboveAFileCounts() throws IOException {
    write(".tidemark.yaml", "lint: {deny: [TM701]}\n");
    assertThat(CliRun.of("lint", file).out()).contains("error TM701");
    String policy = write("team/.tidemark.yaml", "lint: {max_warnings: 0}\n");
    CliRun nearest = CliRun.of("lint", file);
    assertThat(nearest.out()).contains("warning TM701");
    assertThat(nearest.err()).isEqualTo("1 warning, and " + policy + " allows 0\n");
    assertThat(CliRun.of("lint", "--max-warnings", "5", file).end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aBrokenPolicyIsReportedAtItsPlace() throws IOException {
    String policy = write(".tidemark.yaml", "lint: {denny: [TM701]}\n");
    CliRun run = CliRun.of("lint", file);
    assertThat(run.out()).contains(policy + ":1:8: error TM103", "did you mean `deny`?");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void aFolderMeansItsPipelinesAndSuites() throws IOException {
    write("team/p.test.yaml", "format: 1\npipeline: p.yaml\ntests: []\n");
    write("team/columns.yaml", "columns: {a: int}\n");
    write("team/.hidden/h.yaml", GROWING);
    write("team/target/t.yaml", GROWING);
    CliRun run = CliRun.of("lint", folder.toString());
    assertThat(run.out())
        .contains("p.yaml: 0 errors, 1 warning", "p.test.yaml: 1 error, 0 warnings")
        .doesNotContain("columns.yaml", "h.yaml", "t.yaml: 0");
    Files.createDirectories(folder.resolve("empty"));
    assertThat(CliRun.of("lint", folder.resolve("empty").toString()).err())
        .contains("There is no pipeline file and no test suite in");
  }

  @Test
  void manyFilesAreReportedInOrderEachAsByItself() throws IOException {
    StringBuilder alone = new StringBuilder();
    for (int i = 100; i < 160; i++) {
      String text = GROWING.replace("pipeline: p", i % 7 == 0 ? "pipelin: p" : "pipeline: p" + i);
      String name = write("many/p" + i + ".yaml", text + "# pipeline\n");
      alone.append(i % 7 == 0 ? "" : CliRun.of("lint", name).out());
    }
    assertThat(CliRun.of("lint", folder.resolve("many").toString()).out())
        .isEqualTo(alone.toString());
  }
}
