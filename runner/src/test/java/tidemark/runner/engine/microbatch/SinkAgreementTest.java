package tidemark.runner.engine.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Random;
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

  private static SinkAgreement agreement(Checkpoint checkpoint, Map<String, Sink> sinks) {
    return new SinkAgreement(checkpoint, sinks, new OutcomeLedger(checkpoint, Clock.systemUTC()));
  }

  private Checkpoint setBack() throws IOException {
    Checkpoint checkpoint =
        Checkpoint.open(
            folder, CheckpointOptions.of("p", Clock.systemUTC(), IdSource.random(new Random(1))));
    Files.writeString(folder.resolve("setback.json"), "{}");
    return checkpoint;
  }

  @Test
  void sinksThatGiveUpTheirBatchesAgreeAtOnce() throws IOException {
    try (Checkpoint checkpoint = setBack()) {
      SinkAgreement sinks = agreement(checkpoint, Map.of("out", new Holding(5, true)));
      sinks.takeBack(3);
      assertThat(checkpoint.isSetBack()).isFalse();
      assertThatCode(() -> sinks.refuseBatchThatOneHas(4)).doesNotThrowAnyException();
    }
  }

  @Test
  void aSinkThatCannotIsNamedUntilSomeoneElseHasDoneIt() throws IOException {
    try (Checkpoint checkpoint = setBack()) {
      Holding sink = new Holding(5, false);
      for (int run = 0; run < 2; run++) {
        SinkAgreement sinks = agreement(checkpoint, Map.of("a", new Holding(5, true), "out", sink));
        sinks.takeBack(3);
        assertThatThrownBy(() -> sinks.refuseBatchThatOneHas(4))
            .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM607))
            .hasMessageContaining("sink `out` still has batch 4, which was taken back");
        assertThat(checkpoint.isSetBack()).isTrue();
      }
      sink.newest = 3;
      SinkAgreement sinks = agreement(checkpoint, Map.of("out", sink));
      sinks.takeBack(3);
      sinks.refuseBatchThatOneHas(4);
      assertThat(checkpoint.isSetBack()).isFalse();
    }
  }
}
