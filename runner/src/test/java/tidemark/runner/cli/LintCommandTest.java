package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LintCommandTest {
  private static final String GOOD =
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

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void fileWithoutFindingsIsOk() throws IOException {
    String file = file("p.yaml", GOOD);
    CliRun run = CliRun.of("lint", file);
    assertThat(run.out()).isEqualTo(file + ": ok\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fileWithoutEndIsReadNoFurtherThanIsAllowed() throws IOException {
    for (String command : List.of("lint", "run", "fmt")) {
      CliRun run = CliRun.of(command, "/dev/zero");
      assertThat(run.end()).as(command).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.out() + run.err())
          .contains("TM108", "the file is larger than the 1 MiB that is allowed");
    }
    CliRun run = CliRun.of("lint", "--secrets-file", "/dev/zero", file("p.yaml", GOOD));
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out() + run.err()).contains("TM108");
  }

  @Test
  void everyProblemOfEveryFileIsReportedAtOnce() throws IOException {
    String one = file("one.yaml", GOOD.replace("filter:", "filtre:").replace("sinks:", "sink:"));
    String two = file("two.yaml", GOOD + "pipeline: again\n");
    CliRun run = CliRun.of("lint", one, two);
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out())
        .contains("did you mean `filter`?", "`sink`", one + ": ", two + ": 1 error, 0 warnings\n")
        .contains(two + ":11:1: error TM102: ");
  }

  @Test
  void namesOfASuiteAreHeldAgainstItsPipeline() throws IOException {
    file("p.yaml", GOOD);
    file("q.yaml", GOOD.replace("out:", "other:").replace("pipeline: p", "pipeline: q"));
    String suite =
        file(
            "p.test.yaml",
            """
            format: 1
            pipeline: p.yaml
            tests:
              - name: misspelt
                steps:
                  - give: {acess: []}
                  - give: {access: [{site: a, statu: 200}, {statu: 200}]}
                    expect: {outt: [], batches: [{rows: {out: []}}], bad_records: {served: 1}}
                  - restart: {pipeline: q.yaml}
                    expect: {other: []}
                finally: {out: []}
            """);
    CliRun run = CliRun.of("lint", suite);
    assertThat(run.end()).as(run.out()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out())
        .contains(":6:16: error TM116: the pipeline has no source `acess`")
        .contains("did you mean `access`?")
        .contains(":7:35: error TM116: source `access` has no column `statu`")
        .contains("did you mean `status`?")
        .contains(":8:18: error TM116: the pipeline has no sink `outt`")
        .contains(":8:72: error TM116: the pipeline has no source, or step with `on_error`,")
        .contains(":11:15: error TM116: the pipeline has no sink `out`")
        .contains(suite + ": 5 errors, 0 warnings\n");
  }

  @Test
  void missingPipelineOfASuiteIsAFinding() throws IOException {
    String suite =
        file(
            "p.test.yaml",
            """
            format: 1
            pipeline: none.yaml
            tests:
              - name: one
                steps: [{give: {}}]
            """);
    CliRun run = CliRun.of("lint", suite);
    assertThat(run.end()).as(run.out()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out())
        .contains(suite + ":2:11: error TM115: the file `", "none.yaml` does not exist")
        .contains(suite + ": 1 error, 0 warnings\n");
  }

  @Test
  void missingFilesOfATestAreFindings() throws IOException {
    file("p.yaml", GOOD);
    Files.createDirectory(folder.resolve("old"));
    String suite =
        file(
            "p.test.yaml",
            """
            format: 1
            pipeline: p.yaml
            tests:
              - name: one
                steps:
                  - give: {access: {file: none.ndjson}}
                  - give: {access: {files: [{file: old}, {file: p.yaml}]}}
                  - restart: {pipeline: nowhere.yaml}
            """);
    CliRun run = CliRun.of("lint", suite);
    assertThat(run.end()).as(run.out()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out())
        .contains(":6:31: error TM115: the file `none.ndjson` does not exist")
        .contains("error TM115: `old` is a folder")
        .contains(":8:29: error TM115: the file `", "nowhere.yaml` does not exist")
        .contains(suite + ": 3 errors, 0 warnings\n");
  }

  @Test
  void missingFileIsAFindingNotACrash() {
    CliRun run = CliRun.of("lint", folder.resolve("none.yaml").toString());
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).contains("none.yaml: error TM115: ");
  }

  @Test
  void jsonIsOneDocumentForAllFiles() throws IOException {
    String one = file("one.yaml", GOOD.replace("format: 1", "format: 7"));
    CliRun run = CliRun.of("lint", "--format", "json", one, file("p.yaml", GOOD));
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).contains("\"errors\" : 1", "\"code\" : \"TM114\"", "\"line\" : 1");
  }

  @Test
  void unknownFormatIsBadUsage() throws IOException {
    CliRun run = CliRun.of("lint", "--format", "yaml", file("p.yaml", GOOD));
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("expected one of text, json");
  }

  @Test
  void noFileIsBadUsage() {
    assertThat(CliRun.of("lint").end()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void setReplacesAVariable() throws IOException {
    String file =
        file("p.yaml", GOOD.replace("path: in", "path: \"${var:p}\"") + "vars: {p: in}\n");
    assertThat(CliRun.of("lint", "--set", "p=other", file).end()).isEqualTo(ExitCode.DONE);
    CliRun bad = CliRun.of("lint", "--set", "p", file);
    assertThat(bad.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bad.err()).contains("--set needs NAME=VALUE, not 'p'");
  }

  @Test
  void secretsNeedNoValueHereAndAreNeverShown() throws IOException {
    String file = file("p.yaml", GOOD.replace("path: in", "path: \"${secret:IN}\", oops: 1"));
    CliRun unset = CliRun.of("lint", file);
    assertThat(unset.out()).contains("warning TM902");
    CliRun set = CliRun.with(Map.of("TIDEMARK_SECRET_IN", "hunter2-77"), "lint", file);
    assertThat(set.out()).doesNotContain("TM902").doesNotContain("hunter2-77").contains("oops");
  }
}
