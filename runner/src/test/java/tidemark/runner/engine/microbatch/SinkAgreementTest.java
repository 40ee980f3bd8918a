package tidemark.runner.engine.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.SetBack;
import tidemark.statestore.checkpoint.SetBack.Holder;

class SinkAgreementTest {
  @TempDir private Path folder;

  /** A sink that holds the batches up to one, and gives them up only if it can. */
  private static final class Holding implements Sink {
    private final boolean gives;
    private long newest;

    Holding(long newest, boolean gives) {
      this.newest = newest;
      this.gives = gives;
    }

    @Override
    public Delivery delivery() {
      return Delivery.TRANSACTIONAL;
    }

    @Override
    public Outcome outcome(OperationKey key) {
      return key.batch() <= newest ? Outcome.COMMITTED : Outcome.ABSENT;
    }

    @Override
    public SinkBatch begin(OperationKey key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean takeBack(long lastBatch) {
      newest = gives ? Math.min(newest, lastBatch) : newest;
      return gives;
    }

    @Override
    public void close() {}
  }

  private Checkpoint checkpoint() {
    return Checkpoint.open(
        folder, CheckpointOptions.of("p", Clock.systemUTC(), IdSource.random(new Random(1))));
  }

  /** The sinks of a run that finds this batch to be the newest. */
  private static SinkAgreement agreement(
      Checkpoint checkpoint, long newest, Map<String, Sink> sinks) {
    Map<String, List<String>> places = new TreeMap<>();
    sinks.keySet().forEach(id -> places.put(id, List.of("place of " + id)));
    SinkAgreement agreement =
        new SinkAgreement(
            sinks,
            new OutcomeLedger(checkpoint, Clock.systemUTC()),
            new OwedBatches(checkpoint, places));
    checkpoint.setBack().ifPresent(note -> agreement.takeBack(note, newest));
    return agreement;
  }

  private static SetBack setBackTo(long batch, String... sinks) {
    return new SetBack(
        OptionalLong.of(batch),
        Stream.of(sinks)
            .map(id -> new Holder(id, List.of("place of " + id), OptionalLong.empty()))
            .toList());
  }

  private static void assertStillHas(long batch, ThrowingCallable planning) {
    assertThatThrownBy(planning)
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607))
        .hasMessageContaining("sink `out` still has batch " + batch + ", which was taken back");
  }

  @Test
  void sinksThatGiveUpTheirBatchesAgreeAtOnce() {
    try (Checkpoint checkpoint = checkpoint()) {
      checkpoint.record(setBackTo(3));
      SinkAgreement sinks = agreement(checkpoint, 3, Map.of("out", new Holding(5, true)));
      assertThat(checkpoint.setBack()).isEmpty();
      assertThatCode(() -> sinks.refuseBatchThatOneHas(4)).doesNotThrowAnyException();
    }
  }

  @Test
  void aSinkThatCannotIsNamedUntilSomeoneElseHasDoneIt() {
    try (Checkpoint checkpoint = checkpoint()) {
      checkpoint.record(setBackTo(3));
      Holding sink = new Holding(5, false);
      Map<String, Sink> both = Map.of("a", new Holding(5, true), "out", sink);
      for (int run = 0; run < 2; run++) {
        SinkAgreement sinks = agreement(checkpoint, 3, both);
        assertStillHas(4, () -> sinks.refuseBatchThatOneHas(4));
        assertThat(checkpoint.setBack()).isPresent();
      }
      sink.newest = 3;
      agreement(checkpoint, 3, Map.of("out", sink)).refuseBatchThatOneHas(4);
      assertThat(checkpoint.setBack()).isEmpty();
    }
  }

  @Test
  void aSinkThatRunsLackedGivesUpWhatWasTakenBackAndNotWhatHasHappenedSince() {
    try (Checkpoint checkpoint = checkpoint()) {
      checkpoint.record(setBackTo(3, "a", "out"));
      Holding sink = new Holding(5, true);
      agreement(checkpoint, 3, Map.of("a", new Holding(5, true))).refuseBatchThatOneHas(4);
      agreement(checkpoint, 8, Map.of("a", new Holding(8, true))).refuseBatchThatOneHas(9);
      assertThat(checkpoint.setBack().orElseThrow().holders())
          .containsExactly(new Holder("out", List.of("place of out"), OptionalLong.of(3)));
      agreement(checkpoint, 8, Map.of("a", new Holding(8, true), "out", sink));
      assertThat(sink.newest).isEqualTo(3);
      assertThat(checkpoint.setBack()).isEmpty();
    }
  }

  @Test
  void aSinkThatRunsLackedAndThatCannotIsNamedWhateverNumberTheNextBatchHas() {
    try (Checkpoint checkpoint = checkpoint()) {
      checkpoint.record(setBackTo(3, "out"));
      agreement(checkpoint, 3, Map.of()).refuseBatchThatOneHas(4);
      Holding sink = new Holding(5, false);
      SinkAgreement sinks = agreement(checkpoint, 8, Map.of("out", sink));
      assertStillHas(4, () -> sinks.refuseBatchThatOneHas(9));
      sink.newest = 3;
      sinks.refuseBatchThatOneHas(9);
      assertThat(checkpoint.setBack()).isEmpty();
    }
  }

  @Test
  void ofTwoRollbacksTheEarlierBatchCountsForASinkThatNoRunHadSince() {
    try (Checkpoint checkpoint = checkpoint()) {
      checkpoint.record(setBackTo(3, "out"));
      agreement(checkpoint, 3, Map.of());
      SetBack left = checkpoint.setBack().orElseThrow();
      checkpoint.record(new SetBack(OptionalLong.of(6), left.holders()));
      Holding sink = new Holding(5, true);
      agreement(checkpoint, 6, Map.of("out", sink));
      assertThat(sink.newest).isEqualTo(3);
    }
  }

  @Test
  void aRollbackThatDiedHalfWayLetsTheSinkKeepWhatStillCounts() {
    try (Checkpoint checkpoint = checkpoint()) {
      checkpoint.record(setBackTo(1, "out"));
      agreement(checkpoint, 4, Map.of());
      Holding sink = new Holding(5, true);
      agreement(checkpoint, 7, Map.of("out", sink));
      assertThat(sink.newest).isEqualTo(4);
    }
  }

  @Test
  void aSinkUnderAnotherNameGivesUpWhatItsPlaceHas() {
    try (Checkpoint checkpoint = checkpoint()) {
      List<String> place = List.of("place of out");
      Holder before = new Holder("before", place, OptionalLong.of(3));
      checkpoint.record(new SetBack(OptionalLong.empty(), List.of(before)));
      Holding sink = new Holding(5, true);
      agreement(checkpoint, 8, Map.of("out", sink));
      assertThat(sink.newest).isEqualTo(3);
      assertThat(checkpoint.setBack()).isEmpty();
    }
  }

  @Test
  void aSinkOfTheSameNameAtAnotherPlaceOwesNothing() {
    try (Checkpoint checkpoint = checkpoint()) {
      Holder before = new Holder("out", List.of("place before"), OptionalLong.of(3));
      checkpoint.record(new SetBack(OptionalLong.empty(), List.of(before)));
      Holding sink = new Holding(8, true);
      agreement(checkpoint, 8, Map.of("out", sink));
      assertThat(sink.newest).isEqualTo(8);
      assertThat(checkpoint.setBack().orElseThrow().holders()).containsExactly(before);
    }
  }
}
