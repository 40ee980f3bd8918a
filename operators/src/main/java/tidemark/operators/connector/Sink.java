package tidemark.operators.connector;

import java.util.Optional;

/** A place rows go to. */
public interface Sink extends AutoCloseable {
  Delivery delivery();

  /**
   * What became of an operation; asked before it is written, and under {@link Delivery#SENT_ONCE}
   * after an answer was lost.
   */
  Outcome outcome(OperationKey key);

  /**
   * Starts an operation; what an earlier, uncommitted attempt under the same key left is dropped.
   */
  SinkBatch begin(OperationKey key);

  /**
   * Makes every micro-batch after this one absent again, because the checkpoint was set back.
   * Repeating it, also after a crash, changes nothing.
   *
   * @return whether the sink can do that; one that cannot changes nothing
   */
  default boolean takeBack(long lastBatch) {
    return false;
  }

  /**
   * The batches that the target holds of this pipeline, whichever checkpoint they were written for.
   * While they are another one's, {@link #begin} fails until they are adopted or dropped. Empty if
   * there are none, or the target keeps no marks.
   */
  default Optional<EarlierBatches> earlier() {
    return Optional.empty();
  }

  @Override
  void close();
}
