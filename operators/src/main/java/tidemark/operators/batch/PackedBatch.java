package tidemark.operators.batch;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The rows of a batch, with as many of its columns as possible in {@link PackedPages}. */
final class PackedBatch {
  private final ByteBuffer memory;
  private final @Nullable Column[] unpacked;
  private final int rows;

  /**
   * @param memory holds the packed columns, one behind the other
   * @param unpacked the other columns; null where one is packed
   */
  PackedBatch(ByteBuffer memory, @Nullable Column[] unpacked, int rows) {
    this.memory = memory;
    this.unpacked = unpacked;
    this.rows = rows;
  }

  ByteBuffer memory() {
    return memory;
  }

  @Nullable Column unpacked(int position) {
    return unpacked[position];
  }

  int rows() {
    return rows;
  }
}
