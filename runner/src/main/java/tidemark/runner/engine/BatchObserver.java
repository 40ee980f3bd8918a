package tidemark.runner.engine;

import tidemark.operators.connector.Notice;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;

/** Told of every micro-batch that has happened, and of what sources notice. */
@FunctionalInterface
public interface BatchObserver {
  BatchObserver NONE = progress -> {};

  void committed(BatchProgress progress);

  /**
   * How far the reading of the micro-batch that runs has come; a few times a second.
   *
   * @param rows read so far
   * @param bytes of input read so far, of {@code allBytes}
   */
  default void reading(long batch, long rows, long bytes, long allBytes) {}

  /**
   * A static source was read into memory.
   *
   * @param bytes the memory that it takes
   */
  default void loaded(String source, long rows, long bytes) {}

  /** What a sink says became of its part in the micro-batch that is about to run. */
  default void asked(OperationKey key, Outcome outcome) {}

  /** A sink has its part in the micro-batch that runs, for good. */
  default void tookEffect(OperationKey key) {}

  /** Something that does not stop the run and must not stay silent. */
  default void noticed(String source, Notice notice) {}
}
