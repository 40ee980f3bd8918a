package tidemark.operators.parquet;

import java.util.Arrays;
import java.util.Optional;
import tidemark.operators.codec.LittleEndian;

/**
 * Finds the distinct values of a leaf by hashing, and gives up early where there are too many for a
 * dictionary to pay.
 */
final class DictionaryBuilder {
  private static final int MOST_VALUES = 1 << 16;
  private static final int MOST_BYTES = 1 << 20;
  private static final int TRIAL = 4096;

  private final LeafBuffer leaf;
  private final boolean isBytes;
  private int[] slots = new int[1 << 12];
  private int[] firsts = new int[1 << 10];
  private int size;
  private long storedBytes;
  private final int[] places;

  private DictionaryBuilder(LeafBuffer leaf) {
    this.leaf = leaf;
    this.isBytes = leaf.physical().isBytes();
    this.places = new int[leaf.values()];
    Arrays.fill(slots, -1);
  }

  /** The dictionary of a leaf, if one pays. */
  static Optional<DictionaryBuilder> of(LeafBuffer leaf) {
    if (leaf.physical() == Physical.BOOLEAN || leaf.values() == 0) {
      return Optional.empty();
    }
    DictionaryBuilder builder = new DictionaryBuilder(leaf);
    return builder.fill() ? Optional.of(builder) : Optional.empty();
  }

  /** How many distinct values there are. */
  int size() {
    return size;
  }

  /** The position among the leaf's values of the first one that is equal to a distinct value. */
  int first(int distinct) {
    return firsts[distinct];
  }

  /** Which distinct value each value is. */
  int[] places() {
    return places;
  }

  private boolean fill() {
    for (int value = 0; value < places.length; value++) {
      places[value] = place(value);
      boolean isTooMany =
          size > MOST_VALUES || storedBytes > MOST_BYTES || value == TRIAL && size > TRIAL / 2;
      if (isTooMany) {
        return false;
      }
    }
    return size <= Math.max(1, places.length / 2);
  }

  private int place(int value) {
    int mask = slots.length - 1;
    int slot = hash(value) & mask;
    while (slots[slot] >= 0) {
      int candidate = slots[slot];
      if (isEqual(firsts[candidate], value)) {
        return candidate;
      }
      slot = slot + 1 & mask;
    }
    if (size == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * size);
    }
    slots[slot] = size;
    firsts[size] = value;
    storedBytes += isBytes ? leaf.ends()[value] - leaf.start(value) + 4 : 8;
    size++;
    if (2 * size > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    slots = new int[4 * slots.length];
    Arrays.fill(slots, -1);
    int mask = slots.length - 1;
    for (int i = 0; i < size; i++) {
      int slot = hash(firsts[i]) & mask;
      while (slots[slot] >= 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = i;
    }
  }

  private int hash(int value) {
    long hash = isBytes ? bytesHash(value) : leaf.numbers()[value];
    hash *= 0x9E3779B97F4A7C15L;
    return (int) (hash ^ hash >>> 32);
  }

  private long bytesHash(int value) {
    byte[] bytes = leaf.bytes();
    int at = leaf.start(value);
    int end = leaf.ends()[value];
    long hash = (long) end - at;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = (hash ^ LittleEndian.getLong(bytes, at)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    long rest = LittleEndian.getLongWithin(bytes, at, end);
    return (hash ^ rest) * 0x9E3779B97F4A7C15L ^ hash >>> 31;
  }

  private boolean isEqual(int first, int second) {
    if (!isBytes) {
      return leaf.numbers()[first] == leaf.numbers()[second];
    }
    byte[] bytes = leaf.bytes();
    return Arrays.equals(
        bytes,
        leaf.start(first),
        leaf.ends()[first],
        bytes,
        leaf.start(second),
        leaf.ends()[second]);
  }
}
