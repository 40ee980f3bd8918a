package tidemark.operators.parquet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BytesColumn;

/**
 * Byte values read one behind the other. As long as all of them lie in one array they are places in
 * it; when a second array comes they are copied into one of their own.
 */
final class BytesVector {
  private static final byte[] NOTHING = new byte[0];

  private byte[] data = NOTHING;
  private boolean owns;
  private boolean isOfDictionary;
  private int used;
  int[] starts;
  int[] lengths;
  int size;

  BytesVector(int capacity) {
    starts = new int[capacity];
    lengths = new int[capacity];
  }

  /** Forgets the values. */
  void clear() {
    size = 0;
    data = NOTHING;
    owns = false;
    isOfDictionary = false;
  }

  byte[] data() {
    return data;
  }

  /** Makes room for {@code more} values. */
  void room(int more) {
    if (size + more > starts.length) {
      int capacity = Math.max(size + more, 2 * starts.length);
      starts = Arrays.copyOf(starts, capacity);
      lengths = Arrays.copyOf(lengths, capacity);
    }
  }

  /** True if the next values can be places in this array; else they must be copied. */
  boolean pointsInto(byte[] array) {
    if (size == 0) {
      data = array;
      owns = false;
      isOfDictionary = false;
    }
    if (data == array) {
      return true;
    }
    own();
    return false;
  }

  /** The same for places in a dictionary. */
  boolean pointsIntoDictionary(byte[] array) {
    boolean isFirst = size == 0;
    boolean points = pointsInto(array);
    isOfDictionary = points && (isFirst || isOfDictionary);
    return points;
  }

  /** The values as a column. */
  BytesColumn column(boolean @Nullable [] nulls, int rows) {
    return isOfDictionary
        ? BytesColumn.ofDictionary(data, starts, lengths, nulls, rows)
        : new BytesColumn(data, starts, lengths, nulls, rows);
  }

  /** Appends a place in the array that {@link #pointsInto} took; there is room. */
  void place(int start, int length) {
    starts[size] = start;
    lengths[size++] = length;
  }

  /** Appends a copy; there is room. */
  void copy(byte[] source, int start, int length) {
    own();
    if (length > data.length - used) {
      data = Arrays.copyOf(data, Math.max(used + length, Math.max(1024, 2 * data.length)));
    }
    System.arraycopy(source, start, data, used, length);
    place(used, length);
    used += length;
  }

  private void own() {
    if (owns) {
      return;
    }
    owns = true;
    isOfDictionary = false;
    used = 0;
    byte[] old = data;
    int count = size;
    long total = 64;
    for (int i = 0; i < count; i++) {
      total += lengths[i];
    }
    data = new byte[Math.toIntExact(total)];
    size = 0;
    for (int i = 0; i < count; i++) {
      copy(old, starts[i], lengths[i]);
    }
  }
}
