package tidemark.runner.engine.microbatch;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.statestore.checkpoint.SetBack;

/** Whether the sinks hold the batches that the checkpoint says have happened, and no others. */
final class SinkAgreement {
  private final Map<String, Sink> sinks;
  private final OutcomeLedger ledger;
  private final OwedBatches owed;

  /**
   * @param sinks by id
   */
  SinkAgreement(Map<String, Sink> sinks, OutcomeLedger ledger, OwedBatches owed) {
    this.sinks = sinks;
    this.ledger = ledger;
    this.owed = owed;
  }

  /**
   * After the checkpoint was set back: sinks give up what they have of later batches. Where one
   * cannot, {@link #refuseBatchThatOneHas} says so until someone else has done it.
   *
   * @param newest the newest batch that is planned or committed
   */
  void takeBack(SetBack note, long newest) {
    owed.see(note, sinks.keySet(), newest);
    Set<String> gave = new TreeSet<>();
    owed.keeps()
        .forEach(
            (id, last) -> {
              if (sinks.get(id).takeBack(last)) {
                gave.add(id);
              }
            });
    owed.gave(gave);
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
          Long last = owed.keeps().get(id);
          if (last != null) {
            refuseBatchesAfter(last, id, sink, batch);
          }
          Outcome answer = ledger.outcome(id, sink, batch);
          switch (answer) {
            case COMMITTED -> throw writtenElsewhere(id, batch);
            case UNKNOWN -> throw ledger.unknown(id, sink, batch);
            case ABSENT -> answers.put(id, answer);
          }
        });
    owed.gave(sinks.keySet());
    return answers;
  }

  /**
   * A sink that could not give up what was taken back: who keeps marks has the first of those
   * batches if it has any; of another one, what is recorded of the batch that is planned now counts
   * for all of them.
   */
  private void refuseBatchesAfter(long last, String id, Sink sink, long batch) {
    Outcome first = ledger.outcome(id, sink, sink.delivery().isSent() ? batch : last + 1);
    if (first == Outcome.COMMITTED) {
      throw takenBack(id, last + 1);
    }
    if (first == Outcome.UNKNOWN || ledger.isForgotten(id, sink, batch)) {
      throw ledger.unknownSince(id, sink, last + 1, batch);
    }
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
