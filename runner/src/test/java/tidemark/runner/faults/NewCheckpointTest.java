package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.runner.faults.Site.events;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Site.Ran;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.files.LocalFiles;

/** A checkpoint is deleted, and the results are there: no row is written twice in silence. */
class NewCheckpointTest {
  private static final String COPY =
      Site.copy("format: ndjson, max_files_per_batch: 1", "k: string", "on_bad_record: fail");

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  private static String row(String key) {
    return "{\"k\":\"" + key + "\"}";
  }

  private void give(String... keys) throws IOException {
    for (String key : keys) {
      site.give(key + ".ndjson", row(key) + "\n");
    }
  }

  private void deleteCheckpoint() throws IOException {
    LocalFiles.deleteTree(site.path("checkpoint"));
  }

  /** A copying pipeline has run, its checkpoint is gone, and there is more input. */
  private void loseTheCheckpoint() throws IOException {
    site.write(COPY);
    give("a", "b");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    deleteCheckpoint();
    give("c");
  }

  private static void assertRefused(Ran run, String... words) {
    assertThat(run.err()).contains("error TM606").contains(words);
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
  }

  private void assertHas(String... keys) throws IOException {
    assertThat(site.rows()).isEqualTo(List.of(keys).stream().map(NewCheckpointTest::row).toList());
  }

  @Test
  void newCheckpointOverResultsIsRefusedWithTheChoice() throws IOException {
    loseTheCheckpoint();
    for (int again = 0; again < 2; again++) {
      assertRefused(
          site.run(),
          "the target of sink `out` belongs to sink `out` of checkpoint ",
          "its batches up to 1, and this checkpoint is new",
          "tidemark run --adopt",
          "--replay",
          "another target");
      assertHas("a", "b");
    }
  }

  @Test
  void adoptedBatchesAreGoneOnAfter() throws IOException {
    loseTheCheckpoint();
    Ran run = site.run("--adopt");
    assertThat(run.err()).doesNotContain("error");
    assertHas("a", "b", "c");
    give("d");
    assertThat(site.run("--adopt").end()).isEqualTo(ExitCode.DONE);
    give("e");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertHas("a", "b", "c", "d", "e");
    assertThat(Checkpoint.read(site.path("checkpoint")).commits().batches())
        .containsExactly(1L, 2L, 3L, 4L);
    assertThat(Site.command(Map.of(), "checkpoint", "verify", checkpoint()).end())
        .isEqualTo(ExitCode.DONE);
    assertThat(Site.command(Map.of(), "status", checkpoint()).end()).isEqualTo(ExitCode.DONE);
  }

  private String checkpoint() {
    return site.path("checkpoint").toString();
  }

  @Test
  void adoptionThatWasCutOffIsFinished() throws IOException {
    loseTheCheckpoint();
    assertThat(site.run("--adopt").end()).isEqualTo(ExitCode.DONE);
    for (String log : List.of("commits/000000002", "offsets/000000002", "commits/000000001")) {
      Files.delete(site.path("checkpoint").resolve(log));
    }
    site.give("c.ndjson", row("c") + "\n");
    Ran run = site.run();
    // batch 2 was planned by the run that was cut off here, and its sink has it
    assertThat(run.end()).isEqualTo(ExitCode.OUTCOME_UNKNOWN);
    assertThat(run.err()).contains("sink `out` has batch 2 already");
    assertThat(Checkpoint.read(site.path("checkpoint")).commits().batches()).containsExactly(1L);
    assertHas("a", "b", "c");
  }

  @Test
  void adoptionThatWasCutOffBeforeItWasPlannedIsDoneAgain() throws IOException {
    loseTheCheckpoint();
    assertThat(site.run("--adopt", "--trigger", "once").end()).isEqualTo(ExitCode.DONE);
    for (String log : List.of("commits", "offsets", "state", "work")) {
      LocalFiles.deleteTree(site.path("checkpoint").resolve(log));
    }
    give("d");
    assertRefused(site.run(), "this checkpoint has no batch: it was killed", "--adopt");
    assertThat(site.run("--adopt").end()).isEqualTo(ExitCode.DONE);
    assertHas("a", "b", "c", "d");
  }

  /** A kill between two sinks: one folder has changed hands, the other has not. */
  @Test
  void adoptionThatWasCutOffBetweenTwoSinksIsDoneAgain() throws IOException {
    site.write(
        COPY.replace(
            "sinks:\n", "sinks:\n  twin: {from: events, file: {path: twin, format: ndjson}}\n"));
    give("a", "b");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    deleteCheckpoint();
    give("c");
    assertRefused(site.run(), "the target of sink `out`");
    String newQuery = Checkpoint.read(site.path("checkpoint")).queryId();
    Path owner = site.path("out/_tidemark/owner.json");
    Files.writeString(
        owner,
        Files.readString(owner)
            .replaceFirst("\"query\":\"[^\"]*\"", "\"query\":\"" + newQuery + "\""));
    assertRefused(site.run(), "the target of sink `twin`");
    assertThat(site.run("--adopt").end()).isEqualTo(ExitCode.DONE);
    assertHas("a", "b", "c");
    assertThat(site.rows("twin")).isEqualTo(site.rows());
  }

  @Test
  void replayWritesEverythingAgainInPlaceOfWhatIsThere() throws IOException {
    loseTheCheckpoint();
    Ran run = site.run("--replay");
    assertThat(run.err()).doesNotContain("error");
    assertHas("a", "b", "c");
    give("d");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertHas("a", "b", "c", "d");
  }

  @Test
  void replayIsRefusedWhereASinkWithoutMarksWouldBeSentEverythingAgain() throws IOException {
    site.write(
        COPY.replace("sinks:\n", "sinks:\n  hook: {from: events, exec: {command: [cat]}}\n"));
    give("a");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    deleteCheckpoint();
    assertRefused(
        site.run("--replay"), "sink `hook`, which keeps no marks, would be sent everything again");
    assertHas("a");
    site.write(COPY);
    assertThat(site.run("--replay").end()).isEqualTo(ExitCode.DONE);
    assertHas("a");
  }

  @Test
  void flagsChangeNothingWhereNothingIsToBeDecided() throws IOException {
    site.write(COPY);
    give("a");
    assertThat(site.run("--adopt").end()).isEqualTo(ExitCode.DONE);
    give("b");
    assertThat(site.run("--replay").end()).isEqualTo(ExitCode.DONE);
    assertHas("a", "b");
    assertThat(site.run("--adopt", "--replay").end()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void stateThatWasLostCannotBeAdopted() throws IOException {
    site.write(Site.COUNTS);
    site.give("a.ndjson", events("a@00:01", "a@01:00"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    List<String> before = site.rows();
    deleteCheckpoint();
    assertRefused(site.run("--adopt"), "cannot be adopted: step `per_key` keeps state");
    assertThat(site.rows()).isEqualTo(before).isNotEmpty();
    assertThat(site.run("--replay").end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).isEqualTo(before);
  }

  @Test
  void moreInputThanAMarkCanNameCannotBeAdopted() throws IOException {
    site.write(Site.copy("format: ndjson", "k: string", "on_bad_record: fail"));
    give(IntStream.range(0, 201).mapToObj(i -> "f" + i).toArray(String[]::new));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    deleteCheckpoint();
    assertRefused(
        site.run("--adopt"), "the mark in the target of sink `out` does not say which input");
    assertThat(site.rows()).hasSize(201);
  }

  @Test
  void batchesThatCoverOtherInputCannotBeAdopted() throws IOException {
    loseTheCheckpoint();
    Files.createDirectories(site.path("other"));
    site.write(COPY.replace("path: in", "path: other"));
    assertRefused(site.run("--adopt"), "source `events` reads ", "and the batches cover ");
    site.write(COPY.replace("events", "happenings"));
    assertRefused(site.run("--adopt"), "the batches did not read source `happenings`");
    site.write(COPY.replace("  out:", "  other:"));
    assertRefused(site.run("--adopt"), "the target of sink `other` was written by sink `out`");
    assertHas("a", "b");
  }

  @Test
  void sinksThatAreNotEquallyFarCannotBeAdopted() throws IOException {
    String two =
        COPY.replace(
            "sinks:\n",
            "steps:\n  some: {from: events, filter: \"k < 'b'\"}\nsinks:\n"
                + "  few: {from: some, file: {path: few, format: ndjson}}\n");
    site.write(two);
    give("a", "b");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    deleteCheckpoint();
    assertRefused(site.run("--adopt"), "sink `few` has batches up to 0 and sink `out` up to 1");
    assertThat(site.run("--replay").end()).isEqualTo(ExitCode.DONE);
    assertHas("a", "b");
    assertThat(site.rows("few")).containsExactly(row("a"));
  }

  @Test
  void sinkWithoutMarksCannotBeAdopted() throws IOException {
    site.write(COPY.replace("sinks:\n", "sinks:\n  shown: {from: events, console: {}}\n"));
    give("a");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    deleteCheckpoint();
    assertRefused(
        site.run("--adopt"), "the target of sink `shown` does not say which batches it holds");
  }

  @Test
  void checkpointWithBatchesOfItsOwnTakesNobodysTarget() throws IOException {
    loseTheCheckpoint();
    site.write(COPY.replace("path: out", "path: elsewhere"));
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    site.write(COPY);
    for (String flag : List.of("--adopt", "--replay")) {
      Ran run = site.run(flag, "--accept", "sinks.out");
      assertThat(run.err()).contains("TM606", "and this checkpoint has batches of its own");
    }
    assertHas("a", "b");
  }

  @Test
  void theOldCheckpointCannotWriteAfterItsBatchesWereAdopted() throws IOException {
    site.write(COPY);
    give("a");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.run("--checkpoint", site.path("new").toString(), "--adopt").end())
        .isEqualTo(ExitCode.DONE);
    give("b");
    assertRefused(site.run(), "and this checkpoint has batches of its own");
    assertThat(site.run("--checkpoint", site.path("new").toString()).end())
        .isEqualTo(ExitCode.DONE);
    assertHas("a", "b");
  }
}
