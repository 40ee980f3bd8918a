package tidemark.runner.rehearsal;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.diagnostics.Code;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.rehearsal.ReconciledBy.Mechanism;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/** Listens to a run that goes on after one was killed: what the sinks say of that batch. */
final class Answers implements BatchObserver {
  private final long batch;
  private final Map<String, Outcome> outcomes = new TreeMap<>();
  private final Map<String, Word> decisions = new TreeMap<>();
  private Optional<String> stop = Optional.empty();
  private boolean plannedAnew;

  /**
   * @param batch in which the run was killed
   */
  Answers(long batch) {
    this.batch = batch;
  }

  @Override
  public void committed(BatchProgress progress) {}

  @Override
  public void asked(OperationKey key, Outcome outcome) {
    if (key.batch() == batch) {
      outcomes.put(key.sink(), outcome);
    }
  }

  @Override
  public void noticed(String source, Notice notice) {
    plannedAnew |= notice.code() == Code.TM624;
  }

  /** The run ended with a failure. */
  void stopped(String why) {
    stop = Optional.of(why);
  }

  /** Someone has said what became of the batch in a sink that could not tell. */
  void decided(String sink, Word word) {
    decisions.put(sink, word);
  }

  /**
   * What made a sink agree with the checkpoint.
   *
   * @param declared how its batches take effect once
   */
  ReconciledBy of(String sink, Delivery declared) {
    if (stop.isPresent()) {
      return new ReconciledBy(Mechanism.STOPPED, stop.get());
    }
    if (decisions.containsKey(sink)) {
      return new ReconciledBy(Mechanism.DECIDED, decisions.get(sink).shown());
    }
    if (!outcomes.containsKey(sink)) {
      return ReconciledBy.of(Mechanism.DONE);
    }
    return ReconciledBy.of(
        switch (outcomes.get(sink)) {
          case COMMITTED -> declared.isSent() ? Mechanism.ANSWERED : Mechanism.MARK;
          case ABSENT -> plannedAnew ? Mechanism.PLANNED_ANEW : Mechanism.WRITTEN;
          case UNKNOWN -> Mechanism.SENT_AGAIN;
        });
  }
}
