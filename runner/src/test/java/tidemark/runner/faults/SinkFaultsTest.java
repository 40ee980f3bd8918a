package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tidemark.runner.faults.Site.events;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Compiled;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.faults.Site.Ran;
import tidemark.statestore.IdSource;

/** What goes wrong on the way out: poison records, several sinks, modes that repeat rows. */
class SinkFaultsTest {
  private static final byte[] POISON =
      "{\"k\":\"a\"}\n\u0000\u00ff\n{\"k\":\"b\"}\n".getBytes(StandardCharsets.ISO_8859_1);

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  private static String poisoned(String policy) {
    return Site.copy("format: ndjson", "k: string, raw: string", "on_bad_record: " + policy);
  }

  @Test
  void poisonRecordFailsEveryRunAtItsPlaceUntilThePolicyIsChanged() throws IOException {
    site.write(poisoned("fail")).give("p.ndjson", POISON);
    for (int i = 0; i < 2; i++) {
      Ran run = site.run();
      assertThat(run.end()).isEqualTo(ExitCode.FAILED);
      assertThat(run.err()).contains("error TM601", "source `events`", "p.ndjson:2: ");
      assertThat(site.rows()).isEmpty();
    }
    site.write(poisoned("drop"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).hasSize(2);
  }

  @Test
  void correctedFileIsReadAfterAPoisonRecordFailedTheRun() throws IOException {
    site.write(poisoned("fail")).give("p.ndjson", POISON);
    assertThat(site.run().end()).isEqualTo(ExitCode.FAILED);
    site.give("p.ndjson", "{\"k\":\"a\"}\n{\"k\":\"x\"}\n{\"k\":\"b\"}\n");
    Ran run = site.run();
    assertThat(run.err()).doesNotContain("error");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).hasSize(3);
  }

  @Test
  void fileThatChangesAfterABatchWithItWasCutOffIsStillRefused() throws IOException {
    site.write(poisoned("fail")).give("a.ndjson", "{\"k\":\"a\"}\n");
    PipelineDefinition pipeline = withFailing("out");
    assertThatThrownBy(() -> runToEnd(pipeline)).isInstanceOf(Failure.class);
    site.give("a.ndjson", "{\"k\":\"b\"}\n{\"k\":\"c\"}\n");
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("error TM602", "a.ndjson");
  }

  @Test
  void failedRunSaysWhichSinksHaveItsBatch() throws IOException {
    site.write(
        """
        format: 1
        pipeline: p
        sources:
          e: {file: {path: in, format: ndjson}, columns: {k: string}}
        sinks:
          all: {from: e, file: {path: out, format: ndjson}}
          book: {from: e, exec: {command: ["/bin/false"]}}
        checkpoint: checkpoint
        """);
    site.give("a.ndjson", "{\"k\":\"a\"}\n");
    Ran run = site.run();
    assertThat(run.end()).isNotEqualTo(ExitCode.DONE);
    assertThat(run.err())
        .contains("batch 0 is unfinished: sink all has it, sink book has not confirmed it\n")
        .doesNotContain("no batch happened");
    assertThat(site.rows()).hasSize(1);
  }

  @Test
  void poisonRecordIsDroppedAndCountedIfAsked() throws IOException {
    site.write(poisoned("drop")).give("p.ndjson", POISON);
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).contains("rows in    2", "bad        1  (events: 1)");
    assertThat(site.counted().count("input_rows")).isZero();
    assertThat(site.rows()).hasSize(2);
  }

  @Test
  void poisonRecordGoesToTheDeadLettersWithItsPlaceReasonAndBytes() throws IOException {
    site.write(poisoned("dead_letter") + "dead_letter: {file: {path: dead, format: ndjson}}\n")
        .give("p.ndjson", POISON);
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).contains("bad        1  (events: 1)");
    assertThat(site.rows()).hasSize(2);
    assertThat(site.rows("dead")).hasSize(1);
    assertThat(site.rows("dead").get(0))
        .contains("\"source\":\"events\"", "p.ndjson\"", "\"position\":2", "\"code\":\"TM601\"")
        .contains(Base64.getEncoder().encodeToString(new byte[] {0, (byte) 0xff}));

    site.give("q.ndjson", POISON);
    site.run();
    site.run();
    assertThat(site.rows("dead")).hasSize(2);
    assertThat(site.rows()).hasSize(4);
  }

  @Test
  void deadLettersWithoutAPlaceToGoAreRefused() throws IOException {
    site.write(poisoned("dead_letter")).give("p.ndjson", POISON);
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error", "dead_letter");
  }

  @Test
  void deadLettersInAFormatThatCannotBeWrittenAreRefusedAtOnce() throws IOException {
    site.write(poisoned("dead_letter") + "dead_letter: {file: {path: dead, format: text}}\n")
        .give("p.ndjson", POISON);
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM").doesNotContain("internal");
    assertThat(site.path("checkpoint")).doesNotExist();
  }

  @Test
  void keyThatThisVersionDoesNotServeIsRefusedAndNotIgnored() throws IOException {
    site.write(Site.COUNTS + "alerts: {late: 1}\n").give("a.ndjson", events("a@00:01"));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM312", "not in this version");
  }

  @Test
  void startThatThisVersionDoesNotServeIsRefusedAndNotIgnored() throws IOException {
    site.write(Site.COUNTS.replace("    watermark:", "    starting: latest\n    watermark:"));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM312");
  }

  @Test
  void deadLettersInTheFolderOfASinkAreRefused() throws IOException {
    site.write(poisoned("dead_letter") + "dead_letter: {file: {path: out, format: ndjson}}\n")
        .give("p.ndjson", POISON);
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM622", "the folder of sink `out`");
  }

  @Test
  void sinkThatHasTheBatchIsNotGivenItAgainWhenAnotherOneFailed() throws IOException {
    site.write(
        Site.copy("format: ndjson", "k: string", "on_bad_record: fail")
            .replace(
                "checkpoint:",
                "  second: {from: events, file: {path: b, format: ndjson}}\ncheckpoint:"));
    site.give("a.ndjson", "{\"k\":\"a\"}\n{\"k\":\"b\"}\n");
    PipelineDefinition pipeline = withFailing("second");
    assertThatThrownBy(() -> runToEnd(pipeline))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("the table `b` does not exist");
    assertThat(site.rows()).containsExactly("{\"k\":\"a\"}", "{\"k\":\"b\"}");
    assertThat(site.rows("b")).isEmpty();
    runToEnd(pipeline);
    assertThat(site.rows()).containsExactly("{\"k\":\"a\"}", "{\"k\":\"b\"}");
    assertThat(site.rows("b")).containsExactly("{\"k\":\"a\"}", "{\"k\":\"b\"}");
  }

  private PipelineDefinition withFailing(String sink) throws IOException {
    Compilation compilation =
        Compiled.of(Files.readString(site.path("p.yaml")), Path.of("p.yaml"), folder)
            .compilation()
            .orElseThrow();
    PipelineDefinition real = Definitions.of(compilation, Compiled.connectors());
    return real.writing(
        s ->
            s.id().equals(sink)
                ? new DefinedSink(s.id(), new FailOnce(s.connector()), s.options())
                : s);
  }

  private void runToEnd(PipelineDefinition pipeline) {
    EngineOptions options =
        new EngineOptions(
            site.path("checkpoint"),
            1,
            64L << 20,
            10,
            Clock.systemUTC(),
            IdSource.random(new SecureRandom()),
            CrashPoint.NONE,
            BatchObserver.NONE);
    try (PipelineRun run = PipelineRun.open(pipeline, options)) {
      boolean more = true;
      while (more) {
        more = run.runNext();
      }
    }
  }

  @Test
  void updatesIntoAFileThatOnlyGrowsAreWarnedOf() throws IOException {
    site.write(Site.COUNTS + "output_mode: update\n");
    site.give("a.ndjson", events("a@00:01"));
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).contains("warning TM608", "each key's latest");
  }

  @Test
  void completeResultIsReplacedAndNeverAddedTo() throws IOException {
    site.write(Site.COUNTS + "output_mode: complete\n");
    site.give("a.ndjson", events("a@00:01"));
    site.run();
    site.give("b.ndjson", events("a@00:02"));
    site.run();
    assertThat(site.rows()).hasSize(1).allMatch(row -> row.endsWith("\"n\":2}"));
  }

  @Test
  void modeThatTheStepsCannotServeIsRefusedBeforeAnythingIsTouched() throws IOException {
    site.write(Site.copy("format: ndjson", "k: string", "") + "output_mode: complete\n");
    site.give("a.ndjson", "{\"k\":\"a\"}\n");
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM402");
    assertThat(site.path("checkpoint")).doesNotExist();
    assertThat(site.path("out")).doesNotExist();
  }
}
