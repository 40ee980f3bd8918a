package tidemark.operators.codec;

import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;

/**
 * Yields the rows of a part of a file as batches. A file that is not what it says is an {@link
 * IOException}. Used by one thread.
 */
public interface BatchReader extends AutoCloseable {
  /** The next rows, or null at the end. The batch is valid until the next call. */
  @Nullable Batch next() throws IOException;

  /** The number (from 1) in the file of a row of the batch given last; empty if not known. */
  default OptionalLong position(int row) {
    return OptionalLong.empty();
  }

  /** Stored bytes passed so far, those of what was left out too. */
  long bytesRead();

  @Override
  void close() throws IOException;
}
