package tidemark.operators.builtin.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.builtin.body.Handed;
import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** Real processes, which are handed batches. */
class ExecSinkTest {
  /** Does nothing with a key that it knows. */
  private static final String KEYED = "test -e \"$TIDEMARK_KEY\" || cat > \"$TIDEMARK_KEY\"";

  @TempDir private Path folder;

  private Sink sink(String script, Object... more) {
    Map<String, Object> options = Handed.options(more);
    options.put("command", List.of("sh", "-c", script));
    options.put("directory", folder);
    return Handed.open(new ExecConnector(), options);
  }

  /** What the run ends with; that nothing took effect is certain. */
  private static Failure refusal(Sink sink) {
    CommitFailure failure = Handed.failure(sink, 7);
    assertThat(failure.outcome()).isEqualTo(Outcome.ABSENT);
    return failure.reason();
  }

  /** What the run ends with if nobody can tell. */
  private static Failure doubt(Sink sink) {
    CommitFailure failure = Handed.failure(sink, 7);
    assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
    return failure.reason();
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  private static List<String> findings(Object... options) {
    Map<String, Object> all = Handed.options(options);
    all.putIfAbsent("command", List.of("true"));
    return Handed.findings(new ExecConnector(), all);
  }

  // What a process is given.

  @Test
  void rowsAreItsInputAndItRunsInTheFolder() throws IOException {
    Handed.write(sink("cat > rows"), 7, Handed.rows("a"), Handed.rows("b"));
    assertThat(text("rows")).isEqualTo("{\"k\":\"a\",\"n\":1}\n{\"k\":\"b\",\"n\":1}\n");
  }

  /** So neither a kill of this process nor of the program leaves rows behind. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void itsInputHasNoNameOnceItRuns() throws IOException {
    String waitUntilGone =
        """
        i=0
        while [ "$(stat -L -c %h /dev/stdin)" != 0 ] && [ $i -lt 200 ]; do
          i=$((i+1)); sleep 0.1
        done
        stat -L -c %h /dev/stdin > names
        cat > rows""";
    Handed.write(sink(waitUntilGone), 7, Handed.rows("a"));
    assertThat(text("names")).isEqualTo("0\n");
    assertThat(text("rows")).isEqualTo("{\"k\":\"a\",\"n\":1}\n");
  }

  @Test
  void theBatchStandsInItsEnvironment() throws IOException {
    Sink sink = sink("env > seen", "environment", Map.of("TEAM", "sales"), "format", "csv");
    Handed.write(sink, 7, Handed.rows("a"));
    assertThat(text("seen").lines())
        .contains(
            "TIDEMARK_KEY=q:7:out",
            "TIDEMARK_QUERY=q",
            "TIDEMARK_BATCH=7",
            "TIDEMARK_SINK=out",
            "TIDEMARK_PIPELINE=shop",
            "TIDEMARK_MODE=append",
            "TIDEMARK_FORMAT=csv",
            "TEAM=sales");
  }

  @Test
  void argumentsAreTakenAsTheyAreWritten() throws IOException {
    Map<String, Object> options =
        Handed.options("command", List.of("sh", "-c", "printf %s \"$1\" > it", "-", "$(id) ;*"));
    options.put("directory", folder);
    Handed.write(Handed.open(new ExecConnector(), options), 7, Handed.rows("a"));
    assertThat(text("it")).isEqualTo("$(id) ;*");
  }

  @Test
  void aProgramBesideThePipelineIsFound() throws IOException {
    Path program = Files.writeString(folder.resolve("take.sh"), "#!/bin/sh\ncat > taken\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Map<String, Object> options = Handed.options("command", List.of("./take.sh"));
    options.put("directory", folder);
    Handed.write(Handed.open(new ExecConnector(), options), 7, Handed.rows("a"));
    assertThat(text("taken")).isEqualTo("{\"k\":\"a\",\"n\":1}\n");
  }

  @Test
  void noProcessIsStartedForNothing() {
    Handed.write(sink("touch started"), 7);
    assertThat(folder.resolve("started")).doesNotExist();
  }

  @Test
  void anEmptyResultIsHandedOverInCompleteMode() throws IOException {
    Map<String, Object> options = Handed.options("command", List.of("sh", "-c", "cat > rows"));
    options.put("directory", folder);
    options.put("format", "json");
    Handed.write(Handed.open(new ExecConnector(), options, OutputMode.COMPLETE), 7);
    assertThat(text("rows")).isEqualTo("[]");
  }

  @Test
  void aProcessThatReadsNothingAndPrintsALotEnds() {
    Handed.write(sink("yes | head -c 3000000"), 7, Handed.rows("a"));
  }

  // What its end means.

  @Test
  void aDeclaredExitCodeMeansThatNothingTookEffect() {
    Failure failure = refusal(sink("echo no such table >&2; exit 65", "rejected", List.of("65")));
    assertThat(failure.code()).isEqualTo(Code.TM605);
    assertThat(failure)
        .hasMessageContaining("`sh`, run for batch 7, ended with exit code 65: `no such table`");
    assertThat(failure.wayOut()).contains("nothing of the batch took effect");
  }

  @Test
  void anyOtherExitCodeIsUnknown() {
    Sink sink = sink("echo half done; exit 1", "rejected", List.of("65"));
    assertThat(sink.delivery()).isEqualTo(Delivery.SENT_ONCE);
    assertThat(doubt(sink)).hasMessageContaining("exit code 1: `half done`");
    assertThat(sink.outcome(Handed.key(7))).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void aProcessThatIsKilledIsUnknown() {
    assertThat(doubt(sink("kill -9 $$"))).hasMessageContaining("(signal 9)");
  }

  @Test
  void aProgramThatIsNotThereDidNothing() {
    Map<String, Object> options = Handed.options("command", List.of("no-such-program"));
    options.put("directory", folder);
    Failure failure = refusal(Handed.open(new ExecConnector(), options));
    assertThat(failure.code()).isEqualTo(Code.TM605);
    assertThat(failure).hasMessageContaining("could not be started");
  }

  @Test
  void whoTakesTooLongIsKilledWithAllThatItStarted() throws Exception {
    String script = "sh -c 'trap \"\" TERM; echo $$ > child; sleep 60' & wait";
    File begun = folder.resolve("child").toFile();
    for (long timeout = 500; begun.length() == 0; timeout *= 4) { // longer on a slower machine
      assertThat(doubt(sink(script, "timeout", timeout)))
          .hasMessageContaining("took longer than `timeout`");
    }
    long child = Long.parseLong(text("child").strip());
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void aChildThatOutlivesItsParentDoesNotHoldTheRunUp() throws IOException {
    Handed.write(sink("sleep 60 & echo $! > child"), 7, Handed.rows("a"));
    Optional<ProcessHandle> child = ProcessHandle.of(Long.parseLong(text("child").strip()));
    assertThat(child.filter(ProcessHandle::isAlive)).isPresent();
    child.get().destroy();
  }

  @Test
  void onlyTheEndOfALongOutputIsShown() {
    Failure failure = doubt(sink("seq 1 100000; exit 1"));
    assertThat(failure).hasMessageContaining("99999 100000`");
    assertThat(failure.getMessage().length()).isLessThan(800);
  }

  @Test
  void aSecretThatIsPrintedIsNotShown() {
    Sink sink = sink("echo using $API_TOKEN; exit 1", "environment", Map.of("API_TOKEN", "s3cr3t"));
    assertThat(doubt(sink)).hasMessageContaining("using ***").hasMessageNotContaining("s3cr3t");
  }

  /** Of what is printed, the last 500 characters are shown; the secret stands from 505 to 495. */
  @Test
  void aSecretWhereTheOutputIsCutIsNotShownInPart() {
    String secret = "abcdefghijk";
    String script = "printf '%s%s%s' " + "x".repeat(500) + " $API_TOKEN " + "y".repeat(494);
    Sink sink = sink(script + "; exit 1", "environment", Map.of("API_TOKEN", secret));
    assertThat(doubt(sink))
        .hasMessageContaining("`…xxx***" + "y".repeat(494) + "`")
        .hasMessageNotContaining("hijk");
  }

  // The declared delivery, proven both ways.

  @Test
  void aProgramThatKnowsKeysTakesABatchOnceHoweverOftenItIsRun() throws IOException {
    Sink sink = sink(KEYED + "; test $TIDEMARK_BATCH -ne 7 || kill -9 $$", "idempotent", true);
    assertThat(sink.delivery()).isEqualTo(Delivery.KEYED);
    assertThat(doubt(sink).wayOut()).contains("same key");
    assertThat(sink.outcome(Handed.key(7))).isEqualTo(Outcome.UNKNOWN);
    Handed.write(sink(KEYED, "idempotent", true), 7, Handed.rows("again"));
    assertThat(text("q:7:out")).isEqualTo("{\"k\":\"a\",\"n\":1}\n");
  }

  @Test
  void aProgramThatCanBeAskedHasTheBatchAfterItWasKilled() {
    Sink sink = askable("cat > $TIDEMARK_BATCH; kill -9 $$");
    assertThat(sink.delivery()).isEqualTo(Delivery.SENT_ONCE);
    Failure unused = doubt(sink);
    assertThat(sink.outcome(Handed.key(7))).isEqualTo(Outcome.COMMITTED);
    assertThat(sink.outcome(Handed.key(8))).isEqualTo(Outcome.ABSENT);
  }

  @Test
  void aQuestionThatIsNotAnsweredLeavesTheOutcomeUnknown() {
    for (String answer : List.of("exit 1", "echo absent; exit 1", "echo perhaps", "nonsense")) {
      Sink sink = sink("kill -9 $$", "outcome_command", List.of("sh", "-c", answer));
      assertThat(sink.outcome(Handed.key(7))).as(answer).isEqualTo(Outcome.UNKNOWN);
    }
  }

  /** One that a killed run left: it is not started again beside itself. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aProgramThatIsStillAtWorkIsWaitedFor() throws Exception {
    OperationKey key = ownKey();
    Process left = left(key, "sleep 2; touch $TIDEMARK_BATCH");
    assertThat(askable("true").outcome(key)).isEqualTo(Outcome.COMMITTED);
    assertThat(left.waitFor()).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProgramThatDoesNotEndLeavesTheOutcomeUnknown() throws IOException {
    OperationKey key = ownKey();
    Process left = left(key, "exec sleep 600");
    assertThat(askable("true", "timeout", 500L).outcome(key)).isEqualTo(Outcome.UNKNOWN);
    left.destroyForcibly().onExit().join();
    assertThat(askable("true").outcome(key)).isEqualTo(Outcome.ABSENT);
  }

  /** One that becomes another program shows no environment while it does. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aProgramThatBecomesAnotherIsSeenAllTheWhile() throws IOException {
    Files.writeString(
        folder.resolve("chain"),
        "if test $1 -gt 0; then exec sh chain $(($1 - 1)); fi; touch ended; exit 0\n");
    OperationKey key = ownKey();
    Process left = left(key, "exec sh chain 400");
    while (ProgramsAtWork.any(key)) {
      Thread.onSpinWait();
    }
    assertThat(folder.resolve("ended")).exists();
    left.onExit().join();
  }

  /** A key that no other process of this machine has. */
  private static OperationKey ownKey() {
    return Handed.key(ProcessHandle.current().pid() << 32 | System.nanoTime() & 0xffff_ffffL);
  }

  private Process left(OperationKey key, String script) throws IOException {
    ProcessBuilder program = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
    program.environment().put("TIDEMARK_KEY", key.toString());
    program.environment().put("TIDEMARK_BATCH", Long.toString(key.batch()));
    return program.start();
  }

  private Sink askable(String script, Object... more) {
    String answer = "if test -e $TIDEMARK_BATCH; then echo committed; else echo absent; fi";
    Object[] options = Arrays.copyOf(more, more.length + 2);
    options[more.length] = "outcome_command";
    options[more.length + 1] = List.of("sh", "-c", answer);
    return sink(script, options);
  }

  // What is wrong with the options.

  @Test
  void aCommandBeginsWithAProgram() {
    assertThat(findings("command", List.of("", "x"))).hasSize(1);
    assertThat(findings("outcome_command", List.of("a\0b"))).hasSize(1);
  }

  @Test
  void tidemarksOwnVariablesCannotBeSet() {
    assertThat(findings("environment", Map.of("TIDEMARK_KEY", "x")))
        .containsExactly("TM107 `TIDEMARK_KEY` is set by the sink itself");
    assertThat(findings("environment", Map.of("A=B", "x"))).hasSize(1);
  }

  @Test
  void anExitCodeIsANumberOtherThanNought() {
    assertThat(findings("rejected", List.of("0"))).hasSize(1);
    assertThat(findings("rejected", List.of("256"))).hasSize(1);
    assertThat(findings("rejected", List.of("1", "255"))).isEmpty();
  }
}
