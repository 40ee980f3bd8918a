package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCommandTest {
  private static final String SUITE =
      """
      format: 1
      pipeline:
        format: 1
        pipeline: p
        sources:
          in:
            file: {path: in, format: ndjson}
            columns: {n: int}
        steps:
          odd: {from: in, filter: n % 2 = 1}
        sinks:
          out: {from: odd, file: {path: out, format: ndjson}}
      tests:
        - name: odd numbers pass
          steps:
            - give: {in: [{n: 1}, {n: 2}, {n: 3}]}
              expect: {out: [{n: 1}, {n: 3}]}
        - name: nothing else passes
          steps:
            - give: {in: [{n: 2}]}
              expect: {out: [{n: 2}]}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeSuite() throws IOException {
    Files.writeString(folder.resolve("p.test.yaml"), SUITE);
  }

  @Test
  void failedTestFailsTheCommandAndTheLastLineCounts() {
    CliRun run = CliRun.of("test", folder.toString());
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out()).contains("ok   ", "odd numbers pass", "FAIL ", "nothing else passes");
    assertThat(run.out()).endsWith("\n1 passed, 1 failed\n");
  }

  @Test
  void namesThatThePipelineDoesNotHaveFailTheTestInsteadOfTestingNothing() throws IOException {
    Path suite = folder.resolve("p.test.yaml");
    Files.writeString(
        suite,
        SUITE
            .replace("give: {in: [{n: 2}]}", "give: {inn: [{n: 2}]}")
            .replace("{out: [{n: 1}, {n: 3}]}", "{outt: []}"));
    CliRun run = CliRun.of("test", suite.toString());
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out())
        .contains("the pipeline has no sink `outt`; did you mean `out`? there are: out")
        .contains("the pipeline has no source `inn`; did you mean `in`? there are: in")
        .endsWith("\n0 passed, 2 failed\n");
  }

  @Test
  void columnThatTheSourceDoesNotHaveFailsTheTest() throws IOException {
    Path suite = folder.resolve("p.test.yaml");
    Files.writeString(suite, SUITE.replace("{n: 3}]}\n", "{m: 3}]}\n"));
    CliRun run = CliRun.of("test", suite.toString(), "--filter", "^odd");
    assertThat(run.end()).as(run.out()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out()).contains("source `in` has no column `m`; there are: n");
  }

  @Test
  void crashThatIsNeverReachedFailsTheTest() throws IOException {
    Path suite = folder.resolve("p.test.yaml");
    Files.writeString(
        suite,
        SUITE.replace(
            "      - give: {in: [{n: 2}]}\n        expect: {out: [{n: 2}]}\n",
            """
                  - crash: {batch: 99, at: sink_committed}
                  - give: {in: [{n: 2}]}
                  - restart: true
            """));
    CliRun run = CliRun.of("test", suite.toString());
    assertThat(run.end()).as(run.out()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out())
        .contains("step 1 (line 20): batch 99 never reached `sink_committed`, so nothing crashed")
        .endsWith("\n1 passed, 1 failed\n");
  }

  @Test
  void crashThatAnotherOneWouldHideFailsTheTest() throws IOException {
    Path suite = folder.resolve("p.test.yaml");
    Files.writeString(
        suite,
        SUITE.replace(
            "      - give: {in: [{n: 2}]}\n        expect: {out: [{n: 2}]}\n",
            """
                  - crash: {batch: 7, at: read}
                  - crash: {batch: 0, at: read}
                  - give: {in: [{n: 2}]}
                  - restart: true
            """));
    CliRun run = CliRun.of("test", suite.toString());
    assertThat(run.end()).as(run.out()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out())
        .contains("step 1 (line 20): batch 7 never reached `read`, so nothing crashed");
  }

  @Test
  void filterChoosesByName() {
    CliRun run = CliRun.of("test", folder.toString(), "--filter", "^odd");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).endsWith("\n1 passed, 0 failed\n");
  }

  @Test
  void junitFileHoldsEveryTest() throws IOException {
    Path file = folder.resolve("out.xml");
    CliRun.of("test", "--format", "junit", file.toString(), folder.toString());
    assertThat(Files.readString(file))
        .contains("<testsuites tests=\"2\" failures=\"1\"", "name=\"odd numbers pass\"");
  }

  @Test
  void pipelineInPlaceOfItsSuiteIsToldInOneLine() throws IOException {
    Path pipeline =
        Files.writeString(
            folder.resolve("p.yaml"), "format: 1\npipeline: p\nsources: {}\nsinks: {}\n");
    CliRun run = CliRun.of("test", pipeline.toString());
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out())
        .containsOnlyOnce("error TM")
        .contains("error TM105: this is a pipeline, and no test suite", "`pipeline: p.yaml`");
  }

  @Test
  void nothingToTestIsBadUsage() {
    CliRun none = CliRun.of("test", folder.toString(), "--filter", "no such name");
    assertThat(none.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err()).contains("No test was found");
    assertThat(CliRun.of("test", folder.resolve("none").toString()).end())
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CliRun.of("test", folder.toString(), "--filter", "(").end())
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CliRun.of("test", folder.toString(), "--format", "xml", "f").end())
        .isEqualTo(ExitCode.BAD_INPUT);
  }
}
