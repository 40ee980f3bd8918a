package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Delivery;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.Boundary;
import tidemark.runner.faults.Outside.Fate;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.Fork;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;
import tidemark.statestore.files.LocalFiles;

/** Sinks whose answers get lost, and runs that die beside them: no row twice, and none missing. */
class LostAnswersTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 15);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());

  @TempDir private Path folder;
  private Hooks hooks;

  @BeforeEach
  void open() {
    hooks = new Hooks(folder, SEED);
  }

  @Test
  void lostAnswerStopsTheRunUntilSomeoneSaysThatItIsThere() throws IOException {
    hooks.sinks(Hooks.sender().then(Fate.ANSWERED, Fate.LOST_AND_DONE));
    hooks.give(3);
    for (int again = 0; again < 3; again++) {
      assertThatThrownBy(hooks::run)
          .isInstanceOfSatisfying(
              Failure.class,
              e -> {
                assertThat(e.code()).isEqualTo(Code.TM607);
                String decide =
                    "tidemark reconcile " + hooks.checkpoint() + " --sink s0 --batch 1 --as ";
                assertThat(e.wayOut()).contains(decide + "committed`", decide + "rejected`");
              })
          .hasMessageContaining("sink `s0` took batch 1")
          .hasMessageContaining("operation " + hooks.view().queryId() + ":1:s0");
    }
    assertThat(hooks.recorded("s0").word()).isEqualTo(Word.UNKNOWN);
    OutcomeEntry decided = hooks.reconcile("s0", 1, Word.COMMITTED);
    assertThat(decided.key()).isEqualTo(hooks.view().queryId() + ":1:s0");
    hooks.run();
    hooks.assertEachRowOnce(3);
    assertThat(hooks.view().outcomes().sinks()).isEmpty();
    CommitEntry commit = hooks.view().commits().read(1).orElseThrow();
    assertThat(commit.sinks()).containsExactly(Map.entry("s0", "committed"));
    assertThat(commit.extra())
        .containsEntry(
            "decided:s0", "{\"as\":\"committed\",\"at\":%d}".formatted(Hooks.CLOCK.millis()));
  }

  @Test
  void lostAnswerOfABatchThatIsNotThereIsSentAgainWhenSomeoneSaysSo() throws IOException {
    hooks.sinks(Hooks.sender().then(Fate.LOST_AND_NOT_DONE, Fate.LOST_AND_DONE));
    hooks.give(2);
    assertThatThrownBy(hooks::run).isInstanceOf(Failure.class);
    hooks.reconcile("s0", 0, Word.REJECTED);
    assertThatThrownBy(hooks::run).isInstanceOf(Failure.class);
    assertThat(hooks.recorded("s0").decision())
        .map(OutcomeEntry.Decision::as)
        .hasValue(Word.REJECTED);
    hooks.reconcile("s0", 0, Word.COMMITTED);
    hooks.run();
    hooks.assertEachRowOnce(2);
  }

  @Test
  void deathWhileABatchIsSentIsALostAnswer() throws IOException {
    hooks.sinks(Hooks.sender().then(Fate.POWER_LOST_AND_DONE));
    hooks.give(1);
    assertThatThrownBy(hooks::run).isInstanceOf(LostPower.class);
    assertThat(hooks.recorded("s0").word()).isEqualTo(Word.BEGUN);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607));
    hooks.reconcile("s0", 0, Word.COMMITTED);
    hooks.run();
    hooks.assertEachRowOnce(1);
  }

  @Test
  void deathBeforeAnythingIsSentNeedsNobody() throws IOException {
    for (Boundary boundary : Boundary.values()) {
      hooks.sinks(Hooks.sender());
      hooks.give(2);
      assertThatThrownBy(
              () ->
                  hooks.run(
                      (reached, batch) -> {
                        if (reached == boundary) {
                          throw new LostPower();
                        }
                      }))
          .isInstanceOf(LostPower.class);
      hooks.run();
      hooks.assertEachRowOnce(2);
      LocalFiles.deleteTree(hooks.checkpoint());
    }
  }

  @Test
  void rejectedBatchEndsTheRunWithTheTargetsReasonAndIsSentAgain() throws IOException {
    hooks.sinks(Hooks.sender().then(Fate.REJECTED));
    hooks.give(1);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM605))
        .hasMessage("it said no");
    assertThat(hooks.recorded("s0").word()).isEqualTo(Word.REJECTED);
    hooks.run();
    hooks.assertEachRowOnce(1);
  }

  @Test
  void targetThatCanBeAskedAfterALostAnswerIsAskedAtOnce() throws IOException {
    hooks.sinks(
        new Outside(Delivery.SENT_ONCE, true)
            .then(Fate.LOST_AND_DONE, Fate.ANSWERED, Fate.LOST_AND_NOT_DONE));
    hooks.give(3);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM615));
    assertThat(hooks.view().commits().latest()).map(CommitEntry::batch).hasValue(1L);
    assertThat(hooks.recorded("s0").word()).isEqualTo(Word.REJECTED);
    hooks.run();
    hooks.assertEachRowOnce(3);
  }

  @Test
  void sinksThatAreDoneAreNotGivenABatchAgainWhenAnotherOneIsNot() throws IOException {
    hooks.sinks(
        Hooks.sender(),
        new Outside(Delivery.TRANSACTIONAL, true),
        Hooks.sender().then(Fate.LOST_AND_DONE));
    hooks.give(2);
    assertThatThrownBy(hooks::run).isInstanceOf(Failure.class);
    assertThat(hooks.recorded("s0").word()).isEqualTo(Word.COMMITTED);
    assertThat(hooks.view().outcomes().read("s1")).isEmpty();
    assertThat(hooks.recorded("s2").word()).isEqualTo(Word.UNKNOWN);
    hooks.reconcile("s2", 0, Word.COMMITTED);
    hooks.run();
    hooks.assertEachRowOnce(2);
    assertThat(hooks.view().commits().read(0).orElseThrow().sinks().keySet())
        .containsExactly("s0", "s1", "s2");
  }

  @Test
  void batchIsKeptAsItWasPlannedOnceASinkHasItWhateverIsBlamed() throws IOException {
    hooks.sinks(
        Hooks.sender(), new Outside(Delivery.TRANSACTIONAL, true).then(Fate.BLAMES_THE_DATA));
    hooks.give(1);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM610));
    assertThat(hooks.view().offsets().latest()).isPresent();
    hooks.run();
    hooks.assertEachRowOnce(1);
  }

  @Test
  void afterARollbackATargetThatCannotTellIsNotGivenWhatItMayHave() throws IOException {
    hooks.sinks(Hooks.sender());
    hooks.give(3);
    hooks.run();
    hooks.rollBack(0);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607))
        .hasMessageContaining("sink `s0` took batch 1");
    hooks.reconcile("s0", 1, Word.COMMITTED);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607))
        .hasMessageContaining("still has batch 1, which was taken back");
    hooks.target("s0").forget(hooks.view().queryId() + ":1:s0", hooks.view().queryId() + ":2:s0");
    hooks.reconcile("s0", 1, Word.REJECTED);
    hooks.run();
    hooks.assertEachRowOnce(3);
    assertThat(hooks.view().setBack()).isEmpty();
  }

  @Test
  void rollbackForgetsWhatWasOpenInABatchThatItTakesBack() throws IOException {
    hooks.sinks(Hooks.sender().then(Fate.ANSWERED, Fate.ANSWERED, Fate.LOST_AND_NOT_DONE));
    hooks.give(3);
    assertThatThrownBy(hooks::run).isInstanceOf(Failure.class);
    assertThat(hooks.recorded("s0").batch()).isEqualTo(2);
    hooks.rollBack(1);
    assertThat(hooks.view().outcomes().sinks()).isEmpty();
    assertThatThrownBy(hooks::run)
        .hasMessageContaining("it is not known whether sink `s0` took batch 2");
  }

  @Test
  void targetThatKnowsKeysIsSentABatchAgainAndNobodyIsAsked() throws IOException {
    hooks.sinks(
        new Outside(Delivery.KEYED, false)
            .then(
                Fate.LOST_AND_DONE,
                Fate.POWER_LOST_AND_DONE,
                Fate.LOST_AND_NOT_DONE,
                Fate.BROKEN_AND_DONE));
    hooks.give(2);
    assertThatThrownBy(hooks::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM615));
    assertThat(hooks.recorded("s0").word()).isEqualTo(Word.BEGUN);
    assertThat(hooks.recorded("s0").isOpen()).isFalse();
    assertThatThrownBy(hooks::run).isInstanceOf(LostPower.class);
    assertThatThrownBy(hooks::run).isInstanceOf(Failure.class);
    assertThatThrownBy(hooks::run).hasMessage("it broke");
    hooks.run();
    hooks.assertEachRowOnce(2);
  }

  @Test
  void refusalOfABatchThatWasSentBeforeDoesNotSayThatItIsNotThere() throws IOException {
    hooks.sinks(new Outside(Delivery.KEYED, false).then(Fate.LOST_AND_DONE, Fate.REJECTED));
    hooks.give(1);
    assertThatThrownBy(hooks::run).isInstanceOf(Failure.class);
    assertThatThrownBy(hooks::run).hasMessage("it said no");
    assertThat(hooks.recorded("s0").word()).isEqualTo(Word.BEGUN);
    hooks.run();
    hooks.assertEachRowOnce(1);
  }

  /** Under the same key it would take other rows for those that it knows, and drop them. */
  @Test
  void afterARollbackATargetThatKnowsKeysIsGivenNothingUnderOneThatItMayKnow() throws IOException {
    hooks.sinks(new Outside(Delivery.KEYED, false));
    hooks.give(3);
    hooks.run();
    hooks.rollBack(0);
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(hooks::run)
          .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607));
    }
    hooks.target("s0").forget(hooks.view().queryId() + ":1:s0", hooks.view().queryId() + ":2:s0");
    hooks.reconcile("s0", 1, Word.REJECTED);
    hooks.run();
    hooks.assertEachRowOnce(3);
  }

  @Test
  void copyOfACheckpointInheritsNoOpenOutcome() throws IOException {
    hooks.sinks(Hooks.sender().then(Fate.ANSWERED, Fate.LOST_AND_DONE));
    hooks.give(2);
    assertThatThrownBy(hooks::run).isInstanceOf(Failure.class);
    Checkpoint.fork(
        hooks.checkpoint(), 0, folder.resolve("forked"), Fork.Sharing.COPIES, hooks.options());
    CheckpointView forked = Checkpoint.read(folder.resolve("forked"));
    assertThat(forked.outcomes().sinks()).isEmpty();
    assertThat(forked.queryId()).isNotEqualTo(hooks.view().queryId());
  }

  /** Whatever the sinks and the runs meet, and a person who looks before he answers. */
  @Test
  void noRowIsLostOrDoubledWhateverIsLost() throws IOException {
    for (int i = 0; i < CASES; i++) {
      long seed = SEED + i;
      SplittableRandom random = new SplittableRandom(seed);
      Outside[] outsides = new Outside[1 + random.nextInt(3)];
      for (int s = 0; s < outsides.length; s++) {
        outsides[s] = random(random);
      }
      hooks.sinks(outsides);
      int files = 1 + random.nextInt(3);
      hooks.give(files);
      try {
        runUntilDone(random);
        hooks.assertEachRowOnce(files);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("-Dtidemark.cases=1 -Dtidemark.seed=" + seed, e);
      }
      LocalFiles.deleteTree(hooks.checkpoint());
      LocalFiles.deleteTree(folder.resolve("in"));
    }
  }

  private static Outside random(SplittableRandom random) {
    Outside outside =
        switch (random.nextInt(4)) {
          case 0 -> new Outside(Delivery.TRANSACTIONAL, true);
          case 1 -> new Outside(Delivery.KEYED, false);
          default -> new Outside(Delivery.SENT_ONCE, random.nextInt(4) == 0);
        };
    for (int i = random.nextInt(6); i > 0; i--) {
      outside.then(Fate.values()[random.nextInt(Fate.values().length)]);
    }
    return outside;
  }

  private void runUntilDone(SplittableRandom random) throws IOException {
    for (int tries = 0; tries < 60; tries++) {
      int dies = random.nextInt(12);
      try {
        hooks.run(
            (boundary, batch) -> {
              if (boundary.ordinal() == dies) {
                throw new LostPower();
              }
            });
        return;
      } catch (LostPower died) {
        // the next run recovers
      } catch (Failure e) {
        if (e.code() == Code.TM607) {
          decideEverythingOpen();
        }
      } catch (IllegalStateException broken) {
        assertThat(broken).hasMessage("it broke");
      }
    }
    throw new AssertionError("it never got through");
  }

  private void decideEverythingOpen() {
    int open = 0;
    for (String sink : hooks.view().outcomes().sinks()) {
      Optional<OutcomeEntry> entry =
          hooks.view().outcomes().read(sink).filter(OutcomeEntry::isOpen);
      if (entry.isPresent()) {
        open++;
        boolean isThere = hooks.target(sink).has(entry.get().key());
        hooks.reconcile(sink, entry.get().batch(), isThere ? Word.COMMITTED : Word.REJECTED);
      }
    }
    assertThat(open).isPositive();
  }
}
