package tidemark.statestore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Records one behind the other in one byte array, each known by where it begins: value length (4
 * bytes), value capacity (4), key length (3), flags (1), key, value. What the flags mean is {@link
 * Shard}'s.
 */
final class Records {
  static final int HEADER = 12;

  private static final int FIRST = 1 << 10;
  private static final int MOST = Integer.MAX_VALUE - 16;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] arena = new byte[0];
  private int end;

  byte[] arena() {
    return arena;
  }

  /** Where the next record will begin. */
  int end() {
    return end;
  }

  /** The record behind this one; {@link #end()} when it is the last. */
  int after(int record) {
    return record + HEADER + keyLength(record) + capacity(record);
  }

  int keyStart(int record) {
    return record + HEADER;
  }

  int keyLength(int record) {
    return (int) INT.get(arena, record + 8) & 0xFFFFFF;
  }

  int valueStart(int record) {
    return record + HEADER + keyLength(record);
  }

  int valueLength(int record) {
    return (int) INT.get(arena, record);
  }

  /** The longest value that fits in the place of this record's. */
  int capacity(int record) {
    return (int) INT.get(arena, record + 4);
  }

  int flags(int record) {
    return arena[record + 11];
  }

  void setFlags(int record, int flags) {
    arena[record + 11] = (byte) flags;
  }

  void setValue(int record, byte[] value, int from, int length) {
    INT.set(arena, record, length);
    System.arraycopy(value, from, arena, valueStart(record), length);
  }

  boolean keyEquals(int record, byte[] key, int from, int length) {
    int start = record + HEADER;
    return keyLength(record) == length
        && Arrays.equals(arena, start, start + length, key, from, from + length);
  }

  int compare(int a, int b) {
    int startA = keyStart(a);
    int startB = keyStart(b);
    return Arrays.compareUnsigned(
        arena, startA, startA + keyLength(a), arena, startB, startB + keyLength(b));
  }

  int compareKey(int record, byte[] key) {
    int start = keyStart(record);
    return Arrays.compareUnsigned(arena, start, start + keyLength(record), key, 0, key.length);
  }

  /** Eight bytes of the key after the first one, as {@link KeyBytes#order}. */
  long order(int record) {
    int start = record + HEADER;
    return KeyBytes.order(arena, start + 1, start + keyLength(record));
  }

  /** Length of the array that another record of this size needs; the present one when it fits. */
  int arenaFor(int rowBytes) {
    long need = (long) end + HEADER + rowBytes;
    if (need <= arena.length) {
      return arena.length;
    }
    if (need > MOST) {
      throw new IllegalStateException("a key group holds more than 2 GB in memory");
    }
    long grown = Math.max(Math.max(FIRST, need), arena.length + (long) (arena.length >> 1));
    return (int) Math.min(grown, MOST);
  }

  void growTo(int length) {
    if (length > arena.length) {
      arena = Arrays.copyOf(arena, length);
    }
  }

  /** Adds a record, for which there is room, and returns where it begins. */
  int append(
      byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length, int flags) {
    int record = end;
    INT.set(arena, record, length);
    INT.set(arena, record + 4, length);
    INT.set(arena, record + 8, keyLength | flags << 24);
    System.arraycopy(key, keyFrom, arena, record + HEADER, keyLength);
    System.arraycopy(value, from, arena, record + HEADER + keyLength, length);
    end = after(record);
    return record;
  }

  /** Copies a record over those from {@code to} on, which are not needed any more. */
  void moveDown(int record, int next, int to) {
    System.arraycopy(arena, record, arena, to, next - record);
  }

  /** Takes an array that records fill from end to end. */
  void adopt(byte[] filled) {
    arena = filled;
    end = filled.length;
  }

  void truncate(int newEnd) {
    end = newEnd;
  }

  void clear() {
    arena = new byte[0];
    end = 0;
  }
}
