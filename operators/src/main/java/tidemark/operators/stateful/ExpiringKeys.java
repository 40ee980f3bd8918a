package tidemark.operators.stateful;

import java.util.Arrays;

/** Keys with their expiries, which can be ordered by them; used by one thread. */
public final class ExpiringKeys {
  private static final int FIRST_ROOM = 64;
  private static final int FIRST_BYTES = 1024;

  /** Bits of the position of an expiry between the earliest and the latest, when ordered. */
  private static final int PRECISION = 31;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int[] ends = new int[FIRST_ROOM];
  private long[] expiries = new long[FIRST_ROOM];
  private int size;

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
   * The numbers of all keys, by expiry; expiries that differ by less than a part in two thousand
   * million of their range may stand in any order.
   */
  int[] order() {
    long earliest = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      earliest = Math.min(earliest, expiries[i]);
      latest = Math.max(latest, expiries[i]);
    }
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(latest - earliest) - PRECISION);
    long[] places = new long[size];
    for (int i = 0; i < size; i++) {
      places[i] = (expiries[i] - earliest >>> shift) << Integer.SIZE | i;
    }
    Arrays.sort(places);
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = (int) places[i];
    }
    return order;
  }
}
