package tidemark.runner.engine.microbatch;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.statestore.StateFailure;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Decision;
import tidemark.statestore.checkpoint.OutcomeEntry.SettledBy;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/**
 * What became of each sink's part in the micro-batch at hand. A sink whose target keeps marks is
 * asked; for one that sends once, the checkpoint has it: before anything is sent, that it will be,
 * and afterwards what was answered. Nothing is guessed.
 */
final class OutcomeLedger {
  private final Checkpoint checkpoint;
  private final Clock clock;

  OutcomeLedger(Checkpoint checkpoint, Clock clock) {
    this.checkpoint = checkpoint;
    this.clock = clock;
  }

  /** What became of a batch in a sink: what the sink says, else what is recorded. */
  Outcome outcome(String id, Sink sink, long batch) {
    Outcome told = sink.outcome(key(id, batch));
    if (told != Outcome.UNKNOWN) {
      return told;
    }
    Optional<OutcomeEntry> entry = entry(id, batch);
    if (entry.isEmpty()) {
      return sink.delivery().isSent() ? Outcome.ABSENT : Outcome.UNKNOWN;
    }
    return switch (entry.get().word()) {
      case COMMITTED -> Outcome.COMMITTED;
      case REJECTED -> Outcome.ABSENT;
      case BEGUN, UNKNOWN -> Outcome.UNKNOWN;
    };
  }

  /**
   * Whether a batch that may be there can be sent again all the same: its receiver does nothing
   * with a key that it knows, and it was sent under this plan, with these rows.
   */
  boolean maySendAgain(String id, Sink sink, long batch) {
    return sink.delivery() == Delivery.KEYED
        && entry(id, batch).filter(e -> e.word() == Word.BEGUN).isPresent();
  }

  /** Whether only this checkpoint could have known of a batch, and nothing is recorded of it. */
  boolean isForgotten(String id, Sink sink, long batch) {
    return sink.delivery().isSent()
        && sink.outcome(key(id, batch)) == Outcome.UNKNOWN
        && entry(id, batch).isEmpty();
  }

  /** Whether a sink was told to take a batch, and certainly has nothing of it. */
  boolean hasRefused(String id, long batch) {
    return entry(id, batch).filter(e -> e.word() == Word.REJECTED).isPresent();
  }

  /** What is recorded of a batch, if anything is. */
  Optional<OutcomeEntry> entry(String id, long batch) {
    return checkpoint.outcomes().read(id).filter(e -> e.batch() == batch);
  }

  /**
   * Lets a sink's part in a batch take effect, and records what has to be remembered of it.
   *
   * @param commit the sink's own commit
   * @throws Failure what the sink ended with; TM607 if someone has to tell what became of it
   */
  void commit(String id, Sink sink, long batch, Runnable commit) {
    boolean isSent = sink.delivery().isSent();
    boolean sentBefore = maySendAgain(id, sink, batch); // what is refused now may be there already
    if (isSent) {
      record(id, sink, batch, Word.BEGUN);
    }
    try {
      commit.run();
    } catch (CommitFailure e) {
      Outcome known = sentBefore ? Outcome.UNKNOWN : e.outcome();
      if (settle(id, sink, batch, known, e.reason()) != Outcome.COMMITTED) {
        throw e.reason();
      }
    } catch (RuntimeException e) {
      if (settle(id, sink, batch, Outcome.UNKNOWN, e) != Outcome.COMMITTED) {
        throw e;
      }
    }
    if (isSent) {
      record(id, sink, batch, Word.COMMITTED);
    }
  }

  /** Records what a failed commit left behind, after asking a sink that may know more by now. */
  private Outcome settle(
      String id, Sink sink, long batch, Outcome known, RuntimeException failure) {
    try {
      if (mayBeRepeated(sink.delivery()) && known == Outcome.UNKNOWN) {
        return known; // the next run writes it again, whatever became of it
      }
      boolean asks = known == Outcome.UNKNOWN && !sink.delivery().isMarked();
      Outcome now = asks ? sink.outcome(key(id, batch)) : known;
      switch (now) {
        case COMMITTED -> {}
        case ABSENT -> record(id, sink, batch, Word.REJECTED);
        case UNKNOWN -> record(id, sink, batch, Word.UNKNOWN);
      }
      if (asks && now == Outcome.UNKNOWN) {
        throw unknown(id, batch, failure);
      }
      return now;
    } catch (Failure | StateFailure e) {
      if (e.getCause() != failure) {
        e.addSuppressed(failure);
      }
      throw e;
    }
  }

  private static boolean mayBeRepeated(Delivery delivery) {
    return switch (delivery) {
      case KEYED, UPSERT, NONE -> true;
      case STAGED, TRANSACTIONAL, SENT_ONCE -> false;
    };
  }

  /** What stops a run: someone has to look into the target. Recorded, so that it can be decided. */
  Failure unknown(String id, Sink sink, long batch) {
    if (entry(id, batch).isEmpty()) {
      record(id, sink, batch, Word.UNKNOWN);
    }
    return unknown(id, batch, null);
  }

  /**
   * The same after the checkpoint was set back: one word stands for all batches since then.
   *
   * @param first the oldest batch that the sink may have and must not
   */
  Failure unknownSince(String id, Sink sink, long first, long batch) {
    if (entry(id, batch).isEmpty()) {
      record(id, sink, batch, Word.UNKNOWN);
    }
    return new Failure(
        Code.TM607,
        "the checkpoint was set back, and it is not known whether sink `%s` took batch %d (operation %s) or later ones"
            .formatted(id, first, key(id, first)),
        "take batch %d and all later ones out of the target, if they are there; then `%s --as rejected`, and the next runs write what comes from batch %d on"
            .formatted(first, decide(id, batch), batch));
  }

  private String decide(String id, long batch) {
    return "tidemark reconcile " + checkpoint.directory() + " --sink " + id + " --batch " + batch;
  }

  private Failure unknown(String id, long batch, @Nullable RuntimeException cause) {
    String decide = decide(id, batch);
    String message =
        "it is not known whether sink `%s` took batch %d (operation %s)"
            .formatted(id, batch, key(id, batch));
    String wayOut =
        "look into the target for that operation. If it is there: `"
            + decide
            + " --as committed`, and the next run does not write it again. If it is not: `"
            + decide
            + " --as rejected`, and the next run writes it";
    return cause == null
        ? new Failure(Code.TM607, message, wayOut)
        : new Failure(Code.TM607, message + ": " + cause.getMessage(), wayOut, cause);
  }

  private void record(String id, Sink sink, long batch, Word word) {
    checkpoint
        .outcomes()
        .put(
            id,
            new OutcomeEntry(
                batch,
                key(id, batch).toString(),
                word,
                settledBy(sink.delivery(), word),
                clock.millis(),
                entry(id, batch).flatMap(OutcomeEntry::decision)));
  }

  private static SettledBy settledBy(Delivery delivery, Word word) {
    if (delivery.isMarked()) {
      return SettledBy.SINK;
    }
    return delivery == Delivery.KEYED && word == Word.BEGUN
        ? SettledBy.RESENDING
        : SettledBy.PERSON;
  }

  /** What people said of the sinks' parts in a batch, by sink. */
  Map<String, Decision> decisions(Set<String> ids, long batch) {
    Map<String, Decision> decisions = new TreeMap<>();
    for (String id : ids) {
      entry(id, batch)
          .flatMap(OutcomeEntry::decision)
          .ifPresent(decision -> decisions.put(id, decision));
    }
    return decisions;
  }

  /** After the batch is committed, its commit has the outcomes. */
  void close() {
    checkpoint.outcomes().clear();
  }

  /** Under which a sink knows a batch. */
  OperationKey key(String sink, long batch) {
    return new OperationKey(checkpoint.queryId(), batch, sink);
  }
}
