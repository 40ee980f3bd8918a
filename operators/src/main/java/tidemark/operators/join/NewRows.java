package tidemark.operators.join;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Rows of one side as they came, each known by its place in an array in which they stand one behind
 * the other: hash of the key (8 bytes), length of the stored key (4; negative where null in the key
 * equals nothing), length of the stored value (4), stored key, stored value. So whoever goes
 * through them reads memory in order, and a row is stored from where it stands.
 */
final class NewRows {
  private static final int HEADER = 16;
  private static final int FIRST_ROOM = 1 << 10;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[FIRST_ROOM];
  private int end;
  private int size;

  /**
   * Adds a row.
   *
   * @param hasPartners whether its key can equal another
   */
  void add(
      long hash,
      byte[] keys,
      int key,
      int keyLength,
      byte[] values,
      int value,
      int valueLength,
      boolean hasPartners) {
    int needed = Math.addExact(end, HEADER + keyLength + valueLength);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, grown(needed));
    }
    LONG.set(bytes, end, hash);
    INT.set(bytes, end + 8, hasPartners ? keyLength : -keyLength);
    INT.set(bytes, end + 12, valueLength);
    System.arraycopy(keys, key, bytes, end + HEADER, keyLength);
    System.arraycopy(values, value, bytes, end + HEADER + keyLength, valueLength);
    end = needed;
    size++;
  }

  private int grown(int needed) {
    return (int) Math.max(needed, Math.min(bytes.length * 3L / 2, Integer.MAX_VALUE - 16));
  }

  /** Forgets all rows. */
  void clear() {
    end = 0;
    size = 0;
  }

  int size() {
    return size;
  }

  /** Bytes that the rows take. */
  int end() {
    return end;
  }

  /** Bytes that there is room for. */
  int room() {
    return bytes.length;
  }

  /** The array that holds the rows. */
  byte[] bytes() {
    return bytes;
  }

  /** The place of the row behind this one, the first being at 0; {@link #end} behind the last. */
  int after(int place) {
    return valueStart(place) + valueLength(place);
  }

  /** Hash of the key. */
  long hash(int place) {
    return (long) LONG.get(bytes, place);
  }

  /** Whether the key can equal another. */
  boolean hasPartners(int place) {
    return (int) INT.get(bytes, place + 8) >= 0;
  }

  int keyStart(int place) {
    return place + HEADER;
  }

  int keyLength(int place) {
    return Math.abs((int) INT.get(bytes, place + 8));
  }

  int keyEnd(int place) {
    return keyStart(place) + keyLength(place);
  }

  int valueStart(int place) {
    return keyEnd(place);
  }

  int valueLength(int place) {
    return (int) INT.get(bytes, place + 12);
  }
}
