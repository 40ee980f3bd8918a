package tidemark.operators.builtin.filesink;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import tidemark.operators.format.ByteSink;

/**
 * Buffers that rows are encoded into, handed on from micro-batch to micro-batch: many small ones
 * would else allocate and grow new buffers each time. One micro-batch has them all at a time.
 */
final class EncodeBuffers {
  /** Bytes from which on a buffer is not handed on: a few rows were very long. */
  private static final int LONG = 4 << 20;

  private final List<ByteSink> spare = new ArrayList<>();

  /** All that there are, each empty. */
  List<ByteSink> take() {
    List<ByteSink> all = List.copyOf(spare);
    spare.clear();
    return all;
  }

  /** Takes buffers back that nobody uses any more. */
  void give(Collection<ByteSink> buffers) {
    for (ByteSink buffer : buffers) {
      if (buffer.bytes().length < LONG) {
        buffer.clear();
        spare.add(buffer);
      }
    }
  }
}
