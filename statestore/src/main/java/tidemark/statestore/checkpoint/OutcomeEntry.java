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
 * @param asked whether the sink can always tell by itself, so that the next run asks it
 * @param atMillis when that was found out
 * @param decision what a person last said of it
 */
public record OutcomeEntry(
    long batch, String key, Word word, boolean asked, long atMillis, Optional<Decision> decision) {
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

  /**
   * What a person said became of it.
   *
   * @param as {@link Word#COMMITTED} or {@link Word#REJECTED}
   */
  public record Decision(Word as, long atMillis) {}

  /** Whether the pipeline cannot go on without someone's word. */
  public boolean isOpen() {
    return !asked && (word == Word.BEGUN || word == Word.UNKNOWN);
  }

  /** The same, decided by a person. */
  public OutcomeEntry decided(Word as, long millis) {
    return new OutcomeEntry(batch, key, as, asked, millis, Optional.of(new Decision(as, millis)));
  }
}
