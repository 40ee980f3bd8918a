package tidemark.operators.connector;

import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;

/** Yields the rows of one split as batches, in order. Used by one thread. */
public interface SplitReader extends AutoCloseable {
  /** The next rows, or null at the end. The batch is valid until the next call. */
  @Nullable Batch next();

  /** Bytes of the split consumed so far, for progress. */
  long bytesRead();

  @Override
  void close();
}
