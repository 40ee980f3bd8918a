package tidemark.operators.connector;

/** A place rows go to. */
public interface Sink extends AutoCloseable {
  Delivery delivery();

  /** What became of an operation; asked on recovery before it is written again. */
  Outcome outcome(OperationKey key);

  /**
   * Starts an operation; what an earlier, uncommitted attempt under the same key left is dropped.
   */
  SinkBatch begin(OperationKey key);

  @Override
  void close();
}
