package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Delivery;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Compiled;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.faults.Outside.Fate;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
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
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-07-01T00:00:00Z"), ZoneOffset.UTC);
  private static final String ROW = "{\"k\":\"%s\"}";

  @TempDir private Path folder;
  private final IdSource ids = IdSource.random(new SplittableRandom(SEED));
  private final Map<String, Outside> targets = new TreeMap<>();
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  private void sinks(Outside... outsides) throws IOException {
    StringBuilder sinks = new StringBuilder();
    targets.clear();
    for (Outside outside : outsides) {
      String id = "s" + targets.size();
      targets.put(id, outside);
      sinks.append("  %s: {from: events, file: {path: %s, format: ndjson}}\n".formatted(id, id));
    }
    site.write(
        """
        format: 1
        pipeline: hooks
        sources:
          events:
            file: {path: in, format: ndjson, max_files_per_batch: 1}
            columns: {k: string}
        sinks:
        %scheckpoint: checkpoint
        """
            .formatted(sinks));
  }

  private void give(int files) throws IOException {
    for (int i = 0; i < files; i++) {
      site.give(i + ".ndjson", ROW.formatted(i) + "\n", CLOCK.instant().plusSeconds(i));
    }
  }

  private PipelineDefinition pipeline() throws IOException {
    Compilation compilation =
        Compiled.of(Files.readString(site.path("p.yaml")), Path.of("p.yaml"), folder)
            .compilation()
            .orElseThrow();
    return Definitions.of(compilation, Compiled.connectors())
        .writing(s -> new DefinedSink(s.id(), targets.get(s.id()), s.options()));
  }

  private void run() throws IOException {
    run(CrashPoint.NONE);
  }

  /** Catches up; a run whose power is lost leaves everything as it is. */
  private void run(CrashPoint crash) throws IOException {
    PipelineRun run =
        PipelineRun.open(
            pipeline(),
            new EngineOptions(
                site.path("checkpoint"), 1, 1 << 20, 100, CLOCK, ids, crash, BatchObserver.NONE));
    try {
      boolean more = true;
      while (more) {
        more = run.runNext();
      }
    } catch (LostPower dead) {
      run.abandon();
      throw dead;
    } catch (RuntimeException e) {
      run.close();
      throw e;
    }
    run.close();
  }

  private CheckpointView view() {
    return Checkpoint.read(site.path("checkpoint"));
  }

  private OutcomeEntry recorded(String sink) {
    return view().outcomes().read(sink).orElseThrow();
  }

  private OutcomeEntry reconcile(String sink, long batch, Word as) {
    return Checkpoint.reconcile(
        site.path("checkpoint"), CheckpointOptions.of("hooks", CLOCK, ids), sink, batch, as);
  }

  private static Outside sender() {
    return new Outside(Delivery.SENT_ONCE, false);
  }

  private void assertEachRowOnce(int files) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      rows.add(ROW.formatted(i));
    }
    rows.sort(null);
    targets.forEach((id, target) -> assertThat(target.rows()).as(id).isEqualTo(rows));
  }

  @Test
  void lostAnswerStopsTheRunUntilSomeoneSaysThatItIsThere() throws IOException {
    sinks(sender().then(Fate.ANSWERED, Fate.LOST_AND_DONE));
    give(3);
    for (int again = 0; again < 3; again++) {
      assertThatThrownBy(this::run)
          .isInstanceOfSatisfying(
              Failure.class,
              e -> {
                assertThat(e.code()).isEqualTo(Code.TM607);
                String decide =
                    "tidemark reconcile " + site.path("checkpoint") + " --sink s0 --batch 1 --as ";
                assertThat(e.wayOut()).contains(decide + "committed`", decide + "rejected`");
              })
          .hasMessageContaining("sink `s0` took batch 1")
          .hasMessageContaining("operation " + view().queryId() + ":1:s0");
    }
    assertThat(recorded("s0").word()).isEqualTo(Word.UNKNOWN);
    OutcomeEntry decided = reconcile("s0", 1, Word.COMMITTED);
    assertThat(decided.key()).isEqualTo(view().queryId() + ":1:s0");
    run();
    assertEachRowOnce(3);
    assertThat(view().outcomes().sinks()).isEmpty();
    CommitEntry commit = view().commits().read(1).orElseThrow();
    assertThat(commit.sinks()).containsExactly(Map.entry("s0", "committed"));
    assertThat(commit.extra())
        .containsEntry("decided:s0", "{\"as\":\"committed\",\"at\":%d}".formatted(CLOCK.millis()));
  }

  @Test
  void lostAnswerOfABatchThatIsNotThereIsSentAgainWhenSomeoneSaysSo() throws IOException {
    sinks(sender().then(Fate.LOST_AND_NOT_DONE, Fate.LOST_AND_DONE));
    give(2);
    assertThatThrownBy(this::run).isInstanceOf(Failure.class);
    reconcile("s0", 0, Word.REJECTED);
    assertThatThrownBy(this::run).isInstanceOf(Failure.class);
    assertThat(recorded("s0").decision()).map(OutcomeEntry.Decision::as).hasValue(Word.REJECTED);
    reconcile("s0", 0, Word.COMMITTED);
    run();
    assertEachRowOnce(2);
  }

  @Test
  void deathWhileABatchIsSentIsALostAnswer() throws IOException {
    sinks(sender().then(Fate.POWER_LOST_AND_DONE));
    give(1);
    assertThatThrownBy(this::run).isInstanceOf(LostPower.class);
    assertThat(recorded("s0").word()).isEqualTo(Word.BEGUN);
    assertThatThrownBy(this::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607));
    reconcile("s0", 0, Word.COMMITTED);
    run();
    assertEachRowOnce(1);
  }

  @Test
  void deathBeforeAnythingIsSentNeedsNobody() throws IOException {
    for (Boundary boundary : Boundary.values()) {
      sinks(sender());
      give(2);
      assertThatThrownBy(
              () ->
                  run(
                      (reached, batch) -> {
                        if (reached == boundary) {
                          throw new LostPower();
                        }
                      }))
          .isInstanceOf(LostPower.class);
      run();
      assertEachRowOnce(2);
      LocalFiles.deleteTree(site.path("checkpoint"));
    }
  }

  @Test
  void rejectedBatchEndsTheRunWithTheTargetsReasonAndIsSentAgain() throws IOException {
    sinks(sender().then(Fate.REJECTED));
    give(1);
    assertThatThrownBy(this::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM605))
        .hasMessage("it said no");
    assertThat(recorded("s0").word()).isEqualTo(Word.REJECTED);
    run();
    assertEachRowOnce(1);
  }

  @Test
  void targetThatCanBeAskedAfterALostAnswerIsAskedAtOnce() throws IOException {
    sinks(
        new Outside(Delivery.SENT_ONCE, true)
            .then(Fate.LOST_AND_DONE, Fate.ANSWERED, Fate.LOST_AND_NOT_DONE));
    give(3);
    assertThatThrownBy(this::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM615));
    assertThat(view().commits().latest()).map(CommitEntry::batch).hasValue(1L);
    assertThat(recorded("s0").word()).isEqualTo(Word.REJECTED);
    run();
    assertEachRowOnce(3);
  }

  @Test
  void sinksThatAreDoneAreNotGivenABatchAgainWhenAnotherOneIsNot() throws IOException {
    sinks(sender(), new Outside(Delivery.TRANSACTIONAL, true), sender().then(Fate.LOST_AND_DONE));
    give(2);
    assertThatThrownBy(this::run).isInstanceOf(Failure.class);
    assertThat(recorded("s0").word()).isEqualTo(Word.COMMITTED);
    assertThat(view().outcomes().read("s1")).isEmpty();
    assertThat(recorded("s2").word()).isEqualTo(Word.UNKNOWN);
    reconcile("s2", 0, Word.COMMITTED);
    run();
    assertEachRowOnce(2);
    assertThat(view().commits().read(0).orElseThrow().sinks().keySet())
        .containsExactly("s0", "s1", "s2");
  }

  @Test
  void batchIsKeptAsItWasPlannedOnceASinkHasItWhateverIsBlamed() throws IOException {
    sinks(sender(), new Outside(Delivery.TRANSACTIONAL, true).then(Fate.BLAMES_THE_DATA));
    give(1);
    assertThatThrownBy(this::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM610));
    assertThat(view().offsets().latest()).isPresent();
    run();
    assertEachRowOnce(1);
  }

  @Test
  void afterARollbackATargetThatCannotTellIsNotGivenWhatItMayHave() throws IOException {
    sinks(sender());
    give(3);
    run();
    CheckpointOptions options = CheckpointOptions.of("hooks", CLOCK, ids);
    Checkpoint.rollback(site.path("checkpoint"), options, 0);
    assertThatThrownBy(this::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607));
  }

  @Test
  void targetThatKnowsKeysIsSentABatchAgainAndNobodyIsAsked() throws IOException {
    sinks(
        new Outside(Delivery.KEYED, false)
            .then(
                Fate.LOST_AND_DONE,
                Fate.POWER_LOST_AND_DONE,
                Fate.LOST_AND_NOT_DONE,
                Fate.BROKEN_AND_DONE));
    give(2);
    assertThatThrownBy(this::run)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM615));
    assertThat(recorded("s0").word()).isEqualTo(Word.BEGUN);
    assertThat(recorded("s0").isOpen()).isFalse();
    assertThatThrownBy(this::run).isInstanceOf(LostPower.class);
    assertThatThrownBy(this::run).isInstanceOf(Failure.class);
    assertThatThrownBy(this::run).hasMessage("it broke");
    run();
    assertEachRowOnce(2);
  }

  /** Under the same key it would take other rows for those that it knows, and drop them. */
  @Test
  void afterARollbackATargetThatKnowsKeysIsNotGivenOtherRowsUnderOneThatItMayKnow()
      throws IOException {
    sinks(new Outside(Delivery.KEYED, false));
    give(3);
    run();
    CheckpointOptions options = CheckpointOptions.of("hooks", CLOCK, ids);
    Checkpoint.rollback(site.path("checkpoint"), options, 0);
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(this::run)
          .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607));
    }
  }

  @Test
  void copyOfACheckpointInheritsNoOpenOutcome() throws IOException {
    sinks(sender().then(Fate.ANSWERED, Fate.LOST_AND_DONE));
    give(2);
    assertThatThrownBy(this::run).isInstanceOf(Failure.class);
    CheckpointOptions options = CheckpointOptions.of("hooks", CLOCK, ids);
    Checkpoint.fork(site.path("checkpoint"), 0, site.path("forked"), Fork.Sharing.COPIES, options);
    CheckpointView forked = Checkpoint.read(site.path("forked"));
    assertThat(forked.outcomes().sinks()).isEmpty();
    assertThat(forked.queryId()).isNotEqualTo(view().queryId());
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
      sinks(outsides);
      int files = 1 + random.nextInt(3);
      give(files);
      try {
        runUntilDone(random);
        assertEachRowOnce(files);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("-Dtidemark.cases=1 -Dtidemark.seed=" + seed, e);
      }
      LocalFiles.deleteTree(site.path("checkpoint"));
      LocalFiles.deleteTree(site.path("in"));
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
        run(
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
    for (String sink : view().outcomes().sinks()) {
      Optional<OutcomeEntry> entry = view().outcomes().read(sink).filter(OutcomeEntry::isOpen);
      if (entry.isPresent()) {
        open++;
        boolean isThere = targets.get(sink).has(entry.get().key());
        reconcile(sink, entry.get().batch(), isThere ? Word.COMMITTED : Word.REJECTED);
      }
    }
    assertThat(open).isPositive();
  }
}
