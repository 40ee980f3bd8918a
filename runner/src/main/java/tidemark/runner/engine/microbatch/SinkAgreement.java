package tidemark.runner.engine.microbatch;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.statestore.checkpoint.Checkpoint;

/** Whether the sinks hold the batches that the checkpoint says have happened, and no others. */
final class SinkAgreement {
  private final Checkpoint checkpoint;
  private final Map<String, Sink> sinks;
  private final OutcomeLedger ledger;
  private boolean setBack;

  /**
   * @param sinks by id
   */
  SinkAgreement(Checkpoint checkpoint, Map<String, Sink> sinks, OutcomeLedger ledger) {
    this.checkpoint = checkpoint;
    this.sinks = sinks;
    this.ledger = ledger;
    this.setBack = checkpoint.isSetBack();
  }

  /**
   * After the checkpoint was set back: sinks give up what they have of later batches. Where one
   * cannot, {@link #refuseBatchThatOneHas} says so until someone else has done it.
   *
   * @param newest the newest batch that is planned or committed
   */
  void takeBack(long newest) {
    boolean all = true;
    for (Sink sink : sinks.values()) {
      all &= sink.takeBack(newest);
    }
    if (all) {
      agree();
    }
  }

  private void agree() {
    checkpoint.confirmSinks();
    setBack = false;
  }

  /** What became of a batch in the sinks. */
  Set<Outcome> outcomes(long batch) {
    Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    sinks.forEach((id, sink) -> outcomes.add(ledger.outcome(id, sink, batch)));
    return outcomes;
  }

  /**
   * A batch that was planned only now and is in a sink already was written from another plan: by a
   * copy of the checkpoint, or before the checkpoint was set back. Its rows may be others. After it
   * was set back, a sink that sends once may have it too, until someone says that it has not.
   *
   * @return what each sink answered: {@code ABSENT}
   * @throws Failure TM607 if a sink has it, or may have it
   */
  Map<String, Outcome> refuseBatchThatOneHas(long batch) {
    Map<String, Outcome> answers = new TreeMap<>();
    sinks.forEach(
        (id, sink) -> {
          Outcome answer = ledger.outcome(id, sink, batch);
          switch (answer) {
            case COMMITTED -> throw setBack ? takenBack(id, batch) : writtenElsewhere(id, batch);
            case UNKNOWN ->
                throw setBack
                    ? ledger.unknownSince(id, sink, batch)
                    : ledger.unknown(id, sink, batch);
            case ABSENT -> {
              if (setBack && ledger.isForgotten(id, sink, batch)) {
                throw ledger.unknownSince(id, sink, batch);
              }
              answers.put(id, answer);
            }
          }
        });
    if (setBack) {
      agree();
    }
    return answers;
  }

  private static Failure writtenElsewhere(String sink, long batch) {
    return new Failure(
        Code.TM607,
        "sink `" + sink + "` has batch " + batch + " already, and this run plans it anew",
        "the checkpoint is a copy, or older than what was written: go on with the one that"
            + " wrote the batch, or start over with a new checkpoint and an empty sink");
  }

  private static Failure takenBack(String sink, long batch) {
    return new Failure(
        Code.TM607,
        "sink `"
            + sink
            + "` still has batch "
            + batch
            + ", which was taken back, and cannot give"
            + " it up by itself",
        "take the rows of batch %d and later out of it, and its mark that it has them; or let it"
                .formatted(batch)
            + " write to another place");
  }
}
