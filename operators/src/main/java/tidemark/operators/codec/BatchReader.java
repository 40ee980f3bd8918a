package tidemark.operators.codec;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;

/**
 * Yields the rows of a part of a file as batches. A file that is not what it says is an {@link
 * IOException}. Used by one thread.
 */
public interface BatchReader extends AutoCloseable {
  /** The next rows, or null at the end. The batch is valid until the next call. */
  @Nullable Batch next() throws IOException;

  /** Stored bytes passed so far, those of what was left out too. */
  long bytesRead();

  @Override
  void close() throws IOException;
}
