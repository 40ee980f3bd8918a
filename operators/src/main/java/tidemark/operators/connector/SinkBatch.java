package tidemark.operators.connector;

/** One sink's part in one micro-batch: write, prepare, commit. Closing without commit drops it. */
public interface SinkBatch extends AutoCloseable {
  /**
   * The writer of one partition, the same at every call; each is used by one thread at a time, and
   * asked for from any thread. Partitions are in row order.
   */
  SinkWriter writer(int partition);

  /**
   * Tells before {@link #prepare} which input the micro-batches up to this one cover. A sink whose
   * target keeps marks keeps it with the mark of the batch.
   *
   * @param input one line of JSON, at most 16 KiB, which only its giver can read
   */
  default void covers(String input) {}

  /** Makes everything written durable aside; nothing is visible yet. All writers are done. */
  void prepare();

  /**
   * Makes it visible, all or nothing; safe to repeat after a crash, except under {@link
   * Delivery#SENT_ONCE}. Returning means that it took effect.
   *
   * @throws CommitFailure if the target rejected it, or it is not known whether it took effect
   */
  void commit();

  @Override
  void close();
}
