package tidemark.operators.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes at a time: the first byte of an array is the lowest of the word. */
final class Words {
  static final long ONES = 0x0101010101010101L;
  static final long HIGHS = 0x8080808080808080L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  /** The eight bytes at {@code at}, which must all lie in the array. */
  static long read(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  static void write(byte[] bytes, int at, long word) {
    LONGS.set(bytes, at, word);
  }

  /** The byte in all eight places. */
  static long repeat(int b) {
    return (b & 0xFF) * ONES;
  }

  /**
   * A mask whose lowest set bit is in the first byte of the word that is zero; 0 if there is none.
   * Bits above the lowest mean nothing.
   */
  static long zeros(long word) {
    return (word - ONES) & ~word & HIGHS;
  }

  /** A mask with the high bit of every byte of the word that is zero, and no other bit. */
  static long exactZeros(long word) {
    return ~(((word & ~HIGHS) + ~HIGHS) | word | ~HIGHS);
  }

  /** As {@link #zeros} for the bytes that end or interrupt a JSON string: quote, \, below 32. */
  static long stringStops(long word) {
    long quote = word ^ 0x2222222222222222L;
    long slash = word ^ 0x5C5C5C5C5C5C5C5CL;
    return (((quote - ONES) & ~quote)
            | ((slash - ONES) & ~slash)
            | ((word - 0x2020202020202020L) & ~word))
        & HIGHS;
  }

  /**
   * The place, 0 to 7, of the first byte whose high bit a mask has. Counts the bytes up to it, as
   * {@link Long#numberOfTrailingZeros} is a row of branches to a compiler that does not know it.
   */
  static int first(long mask) {
    return (int) (((mask & -mask) - 1 & ONES) * ONES >>> 56) - 1;
  }

  /** The offset of the first such byte in {@code bytes[from, to)}, or -1. */
  static int indexOf(byte[] bytes, int from, int to, byte wanted) {
    long pattern = repeat(wanted);
    int at = from;
    for (; at <= to - 8; at += 8) {
      long found = zeros(read(bytes, at) ^ pattern);
      if (found != 0) {
        return at + first(found);
      }
    }
    for (; at < to; at++) {
      if (bytes[at] == wanted) {
        return at;
      }
    }
    return -1;
  }

  /** The offset of the last such byte in {@code bytes[from, to)}, or {@code from - 1}. */
  static int lastIndexOf(byte[] bytes, int from, int to, byte wanted) {
    int at = to - 1;
    while (at >= from && bytes[at] != wanted) {
      at--;
    }
    return at;
  }
}
