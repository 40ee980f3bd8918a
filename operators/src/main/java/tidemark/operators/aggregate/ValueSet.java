package tidemark.operators.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Distinct stored values, numbered in the order in which they were first added. Two values are the
 * same if their bytes are, so whoever adds doubles writes them with {@link
 * StateWriter#normalising}.
 */
final class ValueSet {
  /** Up to this many values are found by looking at all. */
  private static final int SCAN_LIMIT = 8;

  private static final int OVERHEAD = 96;

  private byte[] data = new byte[16];
  private int[] ends = new int[4];
  private int size;
  private int @Nullable [] table;

  int size() {
    return size;
  }

  /** The number of the value, which is added if it is new. */
  int add(byte[] source, int offset, int length) {
    int[] slots = table;
    if (slots == null) {
      for (int i = 0; i < size; i++) {
        if (isAt(i, source, offset, length)) {
          return i;
        }
      }
    } else {
      int slot = hash(source, offset, length) & (slots.length - 1);
      while (slots[slot] != 0) {
        if (isAt(slots[slot] - 1, source, offset, length)) {
          return slots[slot] - 1;
        }
        slot = (slot + 1) & (slots.length - 1);
      }
    }
    return append(source, offset, length);
  }

  /** The bytes of all values, one after the other. */
  byte[] data() {
    return data;
  }

  int start(int value) {
    return value == 0 ? 0 : ends[value - 1];
  }

  int length(int value) {
    return ends[value] - start(value);
  }

  long memory() {
    int[] slots = table;
    return OVERHEAD + data.length + 4L * ends.length + (slots == null ? 0 : 4L * slots.length);
  }

  private int append(byte[] source, int offset, int length) {
    int start = size == 0 ? 0 : ends[size - 1];
    if (start + length > data.length) {
      data = Arrays.copyOf(data, Math.max(start + length, data.length * 2));
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size * 2);
    }
    System.arraycopy(source, offset, data, start, length);
    ends[size++] = start + length;
    index();
    return size - 1;
  }

  private void index() {
    int[] slots = table;
    if (size <= SCAN_LIMIT) {
      return;
    }
    if (slots != null && size * 2 <= slots.length) {
      put(slots, size - 1);
      return;
    }
    int[] grown = new int[Integer.highestOneBit(size) * 4];
    for (int i = 0; i < size; i++) {
      put(grown, i);
    }
    table = grown;
  }

  private void put(int[] slots, int value) {
    int slot = hash(data, start(value), length(value)) & (slots.length - 1);
    while (slots[slot] != 0) {
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = value + 1;
  }

  private boolean isAt(int value, byte[] source, int offset, int length) {
    int start = start(value);
    return Arrays.equals(data, start, ends[value], source, offset, offset + length);
  }

  private static int hash(byte[] source, int offset, int length) {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + source[i];
    }
    hash *= 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }
}
