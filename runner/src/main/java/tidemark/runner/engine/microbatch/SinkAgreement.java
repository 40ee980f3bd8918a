package tidemark.runner.engine.microbatch;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.statestore.checkpoint.Checkpoint;

/** Whether the sinks hold the batches that the checkpoint says have happened, and no others. */
final class SinkAgreement {
  private final Checkpoint checkpoint;
  private final Map<String, Sink> sinks;

  /**
   * @param sinks by id
   */
  SinkAgreement(Checkpoint checkpoint, Map<String, Sink> sinks) {
    this.checkpoint = checkpoint;
    this.sinks = sinks;
  }

  /**
   * After the checkpoint was set back: sinks give up what they have of later batches. A sink that
   * cannot is met by {@link #refuseBatchThatOneHas}.
   *
   * @param newest the newest batch that is planned or committed
   */
  void takeBack(long newest) {
    if (checkpoint.isSetBack()) {
      checkpoint.confirmLease();
      sinks.values().forEach(sink -> sink.takeBack(newest));
      checkpoint.confirmSinks();
    }
  }

  /** What became of a batch in the sinks. */
  Set<Outcome> outcomes(long batch) {
    Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    sinks.forEach((id, sink) -> outcomes.add(sink.outcome(key(id, batch))));
    return outcomes;
  }

  /**
   * A batch that was planned only now and is in a sink already was written from another plan: by a
   * copy of the checkpoint, or before the checkpoint was set back. Its rows may be others.
   *
   * @throws Failure TM607 if a sink has it
   */
  void refuseBatchThatOneHas(long batch) {
    sinks.forEach(
        (id, sink) -> {
          if (sink.outcome(key(id, batch)) == Outcome.COMMITTED) {
            throw new Failure(
                Code.TM607,
                "sink `" + id + "` has batch " + batch + " already, and this run plans it anew",
                "the checkpoint is a copy, or older than what was written: go on with the one that"
                    + " wrote the batch, or start over with a new checkpoint and an empty sink");
          }
        });
  }

  private OperationKey key(String sink, long batch) {
    return new OperationKey(checkpoint.queryId(), batch, sink);
  }
}
