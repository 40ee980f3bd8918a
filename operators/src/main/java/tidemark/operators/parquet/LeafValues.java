package tidemark.operators.parquet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.codec.DamagedException;

/**
 * Values of one leaf as they are stored, read one behind the other or, with nulls between, one a
 * row. Only the array of the leaf's kind is used.
 */
final class LeafValues {
  private final Physical physical;
  boolean[] booleans = new boolean[0];
  long[] longs = new long[0];
  double[] doubles = new double[0];
  final BytesVector bytes;
  int size;

  LeafValues(Physical physical) {
    this.physical = physical;
    this.bytes = new BytesVector(0);
  }

  /** Forgets the values and makes room; columns over them are lost with them. */
  void clear(int capacity) {
    size = 0;
    bytes.clear();
    grow(capacity);
  }

  Physical physical() {
    return physical;
  }

  /** Appends {@code count} values. */
  void read(Values source, int count) throws DamagedException {
    grow(size + count);
    switch (physical) {
      case BOOLEAN -> source.booleans(booleans, size, count);
      case INT32, INT64, INT96 -> source.longs(longs, size, count);
      case FLOAT, DOUBLE -> source.doubles(doubles, size, count);
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> source.bytes(bytes, count);
    }
    size += count;
  }

  /**
   * Moves the last {@code count} values to the places that are not null among the last {@code
   * nulls.length} ones from {@code from} to {@code to}.
   */
  void spread(boolean[] nulls, int from, int to) {
    grow(to);
    int source = size - 1;
    for (int row = to - 1; row >= from; row--) {
      if (!nulls[row]) {
        move(source--, row);
      } else if (physical.isBytes()) {
        bytes.starts[row] = 0;
        bytes.lengths[row] = 0;
      }
    }
    size = to;
    if (physical.isBytes()) {
      bytes.size = to;
    }
  }

  private void move(int source, int target) {
    switch (physical) {
      case BOOLEAN -> booleans[target] = booleans[source];
      case INT32, INT64, INT96 -> longs[target] = longs[source];
      case FLOAT, DOUBLE -> doubles[target] = doubles[source];
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
        bytes.starts[target] = bytes.starts[source];
        bytes.lengths[target] = bytes.lengths[source];
      }
    }
  }

  private void grow(int capacity) {
    switch (physical) {
      case BOOLEAN -> booleans = grown(booleans, capacity);
      case INT32, INT64, INT96 -> {
        if (longs.length < capacity) {
          longs = Arrays.copyOf(longs, Math.max(capacity, 2 * longs.length));
        }
      }
      case FLOAT, DOUBLE -> {
        if (doubles.length < capacity) {
          doubles = Arrays.copyOf(doubles, Math.max(capacity, 2 * doubles.length));
        }
      }
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes.room(Math.max(0, capacity - bytes.size));
    }
  }

  /** An array of at least this capacity with the same beginning. */
  static boolean[] grown(boolean[] array, int capacity) {
    return array.length >= capacity
        ? array
        : Arrays.copyOf(array, Math.max(capacity, 2 * array.length));
  }

  /** Whether a place is null. */
  static boolean isNull(boolean @Nullable [] nulls, int row) {
    return nulls != null && nulls[row];
  }
}
