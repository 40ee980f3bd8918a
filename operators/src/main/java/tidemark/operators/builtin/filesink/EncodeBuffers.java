package tidemark.operators.builtin.filesink;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import tidemark.operators.format.ByteSink;

/**
 * Buffers that rows are encoded into, handed on from file to file: many small micro-batches would
 * else allocate and grow new ones each time. Used by any thread.
 */
final class EncodeBuffers {
  /** Bytes from which on a buffer is not handed on: a few rows were very long. */
  private static final int LONG = 4 << 20;

  private final Queue<ByteSink> free = new ConcurrentLinkedQueue<>();

  /** An empty buffer. */
  ByteSink take() {
    @Nullable ByteSink buffer = free.poll();
    return buffer == null ? new ByteSink() : buffer;
  }

  /** Takes a buffer back that nobody uses any more. */
  void give(ByteSink buffer) {
    if (buffer.bytes().length < LONG) {
      buffer.clear();
      free.add(buffer);
    }
  }
}
