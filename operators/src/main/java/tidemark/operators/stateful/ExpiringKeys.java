package tidemark.operators.stateful;

import java.util.Arrays;

/** Keys with their expiries, which can be ordered by them; used by one thread. */
public final class ExpiringKeys {
  private static final int FIRST_ROOM = 64;
  private static final int FIRST_BYTES = 1024;

  /** Bits of a digit by which keys are ordered; there are two. */
  private static final int DIGIT = 11;

  /** Fewer keys are ordered quicker by comparing them. */
  private static final int FEW = 1 << DIGIT - 2;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int[] ends = new int[FIRST_ROOM];
  private long[] expiries = new long[FIRST_ROOM];
  private int size;

  // Memory for ordering.
  private int[] places = {};
  private int[] order = {};
  private int[] halfOrdered = {};

  void add(byte[] source, int from, int length, long expiry) {
    int start = room(length);
    System.arraycopy(source, from, bytes, start, length);
    close(start + length, expiry);
  }

  /** Adds the stored form of a key: its key group first. */
  void add(byte keyGroup, byte[] source, int from, int length, long expiry) {
    int start = room(length + 1);
    bytes[start] = keyGroup;
    System.arraycopy(source, from, bytes, start + 1, length);
    close(start + 1 + length, expiry);
  }

  private int room(int length) {
    int start = start(size);
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size * 2);
      expiries = Arrays.copyOf(expiries, size * 2);
    }
    if (start + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(start + length, bytes.length * 2));
    }
    return start;
  }

  private void close(int end, long expiry) {
    ends[size] = end;
    expiries[size] = expiry;
    size++;
  }

  /** Forgets all keys. */
  void clear() {
    size = 0;
  }

  /** How many keys there are. */
  public int size() {
    return size;
  }

  /** The bytes that hold all keys. Read only. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where a key begins. */
  public int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  /** Length of a key in bytes. */
  public int length(int number) {
    return ends[number] - start(number);
  }

  long expiry(int number) {
    return expiries[number];
  }

  /**
   * The numbers of all keys, by expiry; expiries that differ by less than a part in two million of
   * their range may stand in any order.
   *
   * @return as many as there are keys, and anything behind them; valid until the next call
   */
  int[] order() {
    long earliest = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      earliest = Math.min(earliest, expiries[i]);
      latest = Math.max(latest, expiries[i]);
    }
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(latest - earliest) - 2 * DIGIT);
    if (order.length < size) {
      int room = size + size / 4;
      places = new int[room];
      order = new int[room];
      halfOrdered = new int[room];
    }
    for (int i = 0; i < size; i++) {
      places[i] = (int) (expiries[i] - earliest >>> shift);
      order[i] = i;
    }
    if (size < FEW) {
      orderByComparing();
    } else {
      orderByDigit(order, halfOrdered, 0);
      orderByDigit(halfOrdered, order, DIGIT);
    }
    return order;
  }

  private void orderByComparing() {
    long[] sorted = new long[size];
    for (int i = 0; i < size; i++) {
      sorted[i] = (long) places[i] << Integer.SIZE | i;
    }
    Arrays.sort(sorted);
    for (int i = 0; i < size; i++) {
      order[i] = (int) sorted[i];
    }
  }

  /** Orders numbers by one digit of their places, those with the same as they come. */
  private void orderByDigit(int[] numbers, int[] ordered, int shift) {
    int mask = (1 << DIGIT) - 1;
    int[] next = new int[mask + 2];
    for (int i = 0; i < size; i++) {
      next[(places[i] >>> shift & mask) + 1]++;
    }
    for (int digit = 0; digit < mask; digit++) {
      next[digit + 1] += next[digit];
    }
    for (int i = 0; i < size; i++) {
      int number = numbers[i];
      ordered[next[places[number] >>> shift & mask]++] = number;
    }
  }
}
