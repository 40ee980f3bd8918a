package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Delivery;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Outside.Fate;
import tidemark.runner.faults.Site.Ran;
import tidemark.statestore.checkpoint.Checkpoint;

/** {@code tidemark outcomes} and {@code tidemark reconcile}, on what lost answers leave behind. */
class ReconcileCommandTest {
  private static final String TIME = "2026-07-01T00:00:00Z";

  @TempDir private Path folder;
  private Hooks hooks;

  /** Batch 0 is committed; of batch 1 s0 was answered, s1 rejected nothing and s2 is not begun. */
  @BeforeEach
  void loseTheAnswerOfTheSecondSinkInTheSecondBatch() throws IOException {
    hooks = new Hooks(folder, 1);
    hooks.sinks(
        Hooks.sender(),
        Hooks.sender().then(Fate.ANSWERED, Fate.LOST_AND_DONE),
        new Outside(Delivery.TRANSACTIONAL, true));
    hooks.give(2);
    assertThatThrownBy(hooks::run).hasMessageContaining("it is not known");
  }

  private Ran outcomes(String... options) {
    return command("outcomes", options);
  }

  private Ran reconcile(String... options) {
    return command("reconcile", options);
  }

  private Ran command(String name, String... options) {
    return Site.command(
        Map.of(),
        Stream.concat(Stream.of(name, hooks.checkpoint().toString()), Arrays.stream(options))
            .toArray(String[]::new));
  }

  private String operation(String sink) {
    return hooks.view().queryId() + ":1:" + sink;
  }

  @Test
  void outcomesShowEachSinksPartAndWhatToDo() {
    Ran run = outcomes();
    assertThat(run.end()).isEqualTo(ExitCode.OUTCOME_UNKNOWN);
    assertThat(run.out())
        .isEqualTo(
            """
            batch 1 is unfinished, planned %1$s
              s0          committed since %1$s: it is not written again
                          operation %2$s
              s1          unknown since %1$s: someone has to say what became of it
                          operation %3$s
                          tidemark reconcile %4$s --sink s1 --batch 1 --as committed|rejected
              s2          planned: not recorded as sent; a sink with marks is asked by the next run

            s0            committed in 1 retained batch, 0
            s1            committed in 1 retained batch, 0
            s2            committed in 1 retained batch, 0
            """
                .formatted(TIME, operation("s0"), operation("s1"), hooks.checkpoint()));
  }

  @Test
  void outcomesForPrograms() {
    Ran run = outcomes("--format", "json");
    assertThat(run.end()).isEqualTo(ExitCode.OUTCOME_UNKNOWN);
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(
            "\"needs_decision\" : true, \"open\" : { \"batch\" : 1,",
            "\"s1\" : { \"batch\" : 1, \"operation\" : \"%s\", \"outcome\" : \"unknown\""
                .formatted(operation("s1")),
            "\"s2\" : { \"outcome\" : \"planned\" }",
            "{ \"batch\" : 0, \"sinks\" : { \"s0\" : { \"outcome\" : \"committed\" }");
  }

  @Test
  void statusShowsWhatIsOpen() {
    Ran run = Site.command(Map.of(), "status", hooks.checkpoint().toString());
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains(
            "open outcomes\n",
            "s1",
            "batch 1 unknown since " + TIME + ": someone has to say",
            "batch 1 is unfinished; the next run stops (TM607) until someone says what became of it");
    assertThat(
            Site.command(Map.of(), "status", hooks.checkpoint().toString(), "--format", "json")
                .out())
        .contains("\"open_outcomes\" : {", "\"operation\" : \"" + operation("s1") + "\"");
  }

  @Test
  void wordIsRecordedAndTheNextRunGoesOn() throws IOException {
    Ran run = reconcile("--sink", "s1", "--batch", "1", "--as", "committed");
    assertThat(run.err()).isEmpty();
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .isEqualTo(
            "sink s1, batch 1 (operation %s) is committed: the next run does not write it again\n"
                .formatted(operation("s1")));
    Ran shown = outcomes();
    assertThat(shown.end()).isEqualTo(ExitCode.DONE);
    assertThat(shown.out()).contains("as a person said: it is not written again");
    hooks.run();
    hooks.assertEachRowOnce(2);
    assertThat(outcomes().out())
        .startsWith("nothing is open: every batch that was planned is committed\n")
        .contains("s1            committed in 2 retained batches, 0 to 1\n")
        .contains("s1            batch 1: a person said committed at ");
    assertThat(outcomes("--format", "json").out().replaceAll("\\s+", " "))
        .contains("\"decided\" : { \"as\" : \"committed\", \"at\" : ");
  }

  /** A program that takes the rows and is killed before it can say so. */
  @Test
  void userGoesTheWholeWayFromALostAnswerToTheNextRun() throws IOException {
    Site site = new Site(folder.resolve("site"));
    Files.createDirectories(site.folder());
    String sink = "exec: {command: [sh, -c, \"cat >> taken; test -e ready || kill -9 $$\"]}";
    site.write(
        Site.copy("format: ndjson", "k: string", "")
            .replace("file: {path: out, format: ndjson}", sink));
    site.give("a.ndjson", "{\"k\":\"a\"}\n");
    String checkpoint = site.path("checkpoint").toString();
    for (int again = 0; again < 2; again++) {
      Ran run = site.run();
      assertThat(run.end()).isEqualTo(ExitCode.OUTCOME_UNKNOWN);
      assertThat(run.err())
          .contains(
              "error TM607", "sink `out` took batch 0", "--sink out --batch 0 --as committed`");
    }
    Files.createFile(site.path("ready"));
    assertThat(
            Site.command(
                    Map.of(),
                    "reconcile",
                    checkpoint,
                    "--sink",
                    "out",
                    "--batch",
                    "0",
                    "--as",
                    "committed")
                .end())
        .isEqualTo(ExitCode.DONE);
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    site.give("b.ndjson", "{\"k\":\"b\"}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(site.path("taken"))).isEqualTo("{\"k\":\"a\"}\n{\"k\":\"b\"}\n");
  }

  @Test
  void wordCanBeTakenBackBeforeTheNextRun() throws IOException {
    assertThat(reconcile("--sink", "s1", "--batch", "1", "--as", "rejected").end())
        .isEqualTo(ExitCode.DONE);
    Ran again = reconcile("--sink", "s1", "--batch", "1", "--as", "committed", "--format", "json");
    assertThat(again.end()).isEqualTo(ExitCode.DONE);
    assertThat(again.out()).contains("\"sink\" : \"s1\"", "\"outcome\" : \"committed\"");
    hooks.run();
    hooks.assertEachRowOnce(2);
  }

  @Test
  void whatIsNotOpenIsRefusedWithWhatIsKnown() throws IOException {
    assertRefused("batch 0 is committed, and sink s1 in it: committed", "s1", "0");
    assertRefused("batch 0 is committed, and had no sink s9", "s9", "0");
    assertRefused("nothing is recorded of sink s1 in batch 2", "s1", "2");
    assertRefused("nothing is recorded of sink s2 in batch 1", "s2", "1");
    assertRefused("sink s0 has answered for batch 1: committed", "s0", "1");
  }

  private void assertRefused(String why, String sink, String batch) throws IOException {
    Path files = hooks.checkpoint().resolve("outcomes");
    String before = Files.readString(files.resolve("s1.json"));
    Ran run = reconcile("--sink", sink, "--batch", batch, "--as", "rejected");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("error TM640: " + why);
    assertThat(Files.readString(files.resolve("s1.json"))).isEqualTo(before);
    assertThat(files.resolve("s2.json")).doesNotExist();
  }

  @Test
  void sinkThatCanTellIsAskedAndNotDecidedAbout() throws IOException {
    Hooks other = new Hooks(folder.resolve("other"), 2);
    other.sinks(new Outside(Delivery.TRANSACTIONAL, true).then(Fate.LOST_AND_DONE));
    other.give(1);
    assertThatThrownBy(other::run).hasMessage("no answer came");
    String checkpoint = other.checkpoint().toString();
    Ran shown = Site.command(Map.of(), "outcomes", checkpoint);
    assertThat(shown.end()).isEqualTo(ExitCode.DONE);
    assertThat(shown.out()).contains("s0          unknown since", "the next run asks the sink");
    Ran run =
        Site.command(
            Map.of(), "reconcile", checkpoint, "--sink", "s0", "--batch", "0", "--as", "rejected");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("TM640: sink s0 can tell by itself what became of batch 0");
    other.run();
    other.assertEachRowOnce(1);
  }

  @Test
  void sinkThatIsSentTheSameKeyAgainWaitsForNobodyAndCanBeDecidedAbout() throws IOException {
    Hooks other = new Hooks(folder.resolve("other"), 3);
    other.sinks(new Outside(Delivery.KEYED, false).then(Fate.LOST_AND_DONE));
    other.give(1);
    assertThatThrownBy(other::run).hasMessage("no answer came");
    String checkpoint = other.checkpoint().toString();
    Ran shown = Site.command(Map.of(), "outcomes", checkpoint);
    assertThat(shown.end()).isEqualTo(ExitCode.DONE);
    assertThat(shown.out())
        .contains("s0          begun since", "the next run sends it again, under the same key")
        .doesNotContain("reconcile");
    Ran run =
        Site.command(
            Map.of(), "reconcile", checkpoint, "--sink", "s0", "--batch", "0", "--as", "committed");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    other.run();
    other.assertEachRowOnce(1);
    assertThat(other.target("s0").operations()).hasSize(1);
  }

  @Test
  void runningPipelineIsReadAndNotDecidedAbout() {
    try (Checkpoint held = Checkpoint.open(hooks.checkpoint(), hooks.options())) {
      assertThat(held.queryId()).isEqualTo(hooks.view().queryId());
      Ran shown = outcomes();
      assertThat(shown.end()).isEqualTo(ExitCode.DONE);
      assertThat(shown.out())
          .startsWith("batch 1 is running")
          .contains(": a run is at work on it")
          .doesNotContain("reconcile", "someone has to say", "by the next run");
      Ran run = reconcile("--sink", "s1", "--batch", "1", "--as", "committed");
      assertThat(run.end()).isEqualTo(ExitCode.CHECKPOINT);
      assertThat(run.err()).contains("TM502");
    }
  }

  @Test
  void badUsageIsToldBeforeAnythingIsRead() {
    assertThat(reconcile("--batch", "1", "--as", "committed").err())
        .contains("Missing option --sink=ID");
    assertThat(reconcile("--sink", "s1", "--as", "committed").err())
        .contains("Missing option --batch=N");
    assertThat(reconcile("--sink", "s1", "--batch", "1").err())
        .contains("Missing option --as=committed|rejected");
    Ran word = reconcile("--sink", "s1", "--batch", "1", "--as", "done");
    assertThat(word.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(word.err()).contains("committed", "rejected");
    Ran noCheckpoint = Site.command(Map.of(), "outcomes", folder.toString());
    assertThat(noCheckpoint.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(noCheckpoint.err()).contains("TM506");
  }

  @Test
  void damagedOutcomeIsNamedAndARollbackForgetsIt() throws IOException {
    Files.writeString(hooks.checkpoint().resolve("outcomes/s1.json"), "{}");
    assertThat(outcomes().end()).isEqualTo(ExitCode.CHECKPOINT);
    Ran verify = Site.command(Map.of(), "checkpoint", "verify", hooks.checkpoint().toString());
    assertThat(verify.end()).isEqualTo(ExitCode.CHECKPOINT);
    assertThat(verify.out()).contains("damaged  outcomes/s1.json");
    Ran back =
        Site.command(
            Map.of(), "checkpoint", "rollback", hooks.checkpoint().toString(), "--to-batch", "0");
    assertThat(back.end()).isEqualTo(ExitCode.DONE);
    assertThat(hooks.view().outcomes().sinks()).isEmpty();
  }
}
