package tidemark.statestore.checkpoint;

import java.util.Locale;
import java.util.Optional;

/**
 * What the checkpoint knows of a sink's part in a batch that is not committed yet.
 *
 * @param batch the batch; {@link OffsetEntry#NONE} if an early release did not say, which means
 *     that the entry says nothing of any batch
 * @param key the operation's key, under which the target may know it
 * @param word what became of it
 * @param settledBy who finds out if it is not known
 * @param atMillis when that was found out
 * @param decision what a person last said of it
 */
public record OutcomeEntry(
    long batch,
    String key,
    Word word,
    SettledBy settledBy,
    long atMillis,
    Optional<Decision> decision) {
  /** What became of a sink's part in a batch. */
  public enum Word {
    /** It is being sent; without a run at work, its answer is lost. */
    BEGUN,
    /** It took effect. */
    COMMITTED,
    /** Nothing took effect; it is to be written again. */
    REJECTED,
    /** It may have taken effect. */
    UNKNOWN;

    /** As it is written and shown. */
    public String shown() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Who finds out what became of a sink's part, where its answer was lost. */
  public enum SettledBy {
    /** The sink: it can always tell, and the next run asks it. */
    SINK,
    /** The next run: it sends the part again, under a key that the target knows. */
    RESENDING,
    /** A person, before the next run can go on. */
    PERSON;

    /** As it is written and shown. */
    public String shown() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What a person said became of it.
   *
   * @param as {@link Word#COMMITTED} or {@link Word#REJECTED}
   */
  public record Decision(Word as, long atMillis) {}

  /** Whether the answer was lost, if no run is at work. */
  public boolean isUnanswered() {
    return word == Word.BEGUN || word == Word.UNKNOWN;
  }

  /** Whether the pipeline cannot go on without someone's word. */
  public boolean isOpen() {
    return settledBy == SettledBy.PERSON && isUnanswered();
  }

  /** The same, decided by a person. */
  public OutcomeEntry decided(Word as, long millis) {
    return new OutcomeEntry(
        batch, key, as, settledBy, millis, Optional.of(new Decision(as, millis)));
  }
}
