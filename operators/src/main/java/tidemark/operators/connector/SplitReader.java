package tidemark.operators.connector;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;

/** Yields the rows of one split as batches, in order. Used by one thread. */
public interface SplitReader extends AutoCloseable {
  /** The next rows, or null at the end. The batch is valid until the next call. */
  @Nullable Batch next();

  /**
   * Where a row of the batch given last stands: its line (from 1) or offset, counted as in {@link
   * BadRecords}; empty if that is not known. May be slow.
   */
  default OptionalLong position(int row) {
    return OptionalLong.empty();
  }

  /** Bytes of the split consumed so far, for progress. */
  long bytesRead();

  @Override
  void close();
}
