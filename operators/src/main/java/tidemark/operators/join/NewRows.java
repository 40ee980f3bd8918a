package tidemark.operators.join;

import java.util.Arrays;
import java.util.BitSet;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.state.KeyWriter;

/**
 * Rows of one side as they came, each as the bytes of its key and of its kept columns, one behind
 * the other: whoever goes through them reads memory in order.
 */
final class NewRows {
  private static final int FIRST_ROOM = 64;

  private byte[] bytes = new byte[FIRST_ROOM * 32];
  private int[] ends = new int[FIRST_ROOM];
  private int[] keyLengths = new int[FIRST_ROOM];
  private long[] hashes = new long[FIRST_ROOM];
  private long[] times = new long[FIRST_ROOM];
  private final BitSet withoutPartner = new BitSet();
  private int size;

  /** Adds a row. */
  void add(KeyWriter key, long hash, long time, StateWriter columns) {
    if (size == ends.length) {
      int room = size * 2;
      ends = Arrays.copyOf(ends, room);
      keyLengths = Arrays.copyOf(keyLengths, room);
      hashes = Arrays.copyOf(hashes, room);
      times = Arrays.copyOf(times, room);
    }
    int start = start(size);
    int end = start + key.length() + columns.size();
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, grown(end));
    }
    System.arraycopy(key.buffer(), 0, bytes, start, key.length());
    System.arraycopy(columns.bytes(), 0, bytes, start + key.length(), columns.size());
    ends[size] = end;
    keyLengths[size] = key.length();
    hashes[size] = hash;
    times[size++] = time;
  }

  private int grown(int needed) {
    return (int) Math.max(needed, Math.min(bytes.length * 2L, Integer.MAX_VALUE - 16));
  }

  /** Notes of the row added last that null in its key equals nothing. */
  void setWithoutPartner() {
    withoutPartner.set(size - 1);
  }

  boolean hasNoPartner(int number) {
    return withoutPartner.get(number);
  }

  int size() {
    return size;
  }

  /** The array that holds keys and columns. Read only. */
  byte[] bytes() {
    return bytes;
  }

  /** Where the row's key begins. */
  int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  int keyLength(int number) {
    return keyLengths[number];
  }

  /** Where the row's columns begin. */
  int columns(int number) {
    return start(number) + keyLengths[number];
  }

  int columnsLength(int number) {
    return ends[number] - columns(number);
  }

  long hash(int number) {
    return hashes[number];
  }

  long time(int number) {
    return times[number];
  }
}
