package tidemark.statestore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Hash of key bytes, and their order as a number. */
final class KeyBytes {
  private static final VarHandle ORDERED =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final long OTHER_FACTOR = 0xBF58476D1CE4E5B9L;

  private KeyBytes() {}

  /** Of sixteen bytes at a time, the last ones of which may be some that were seen already. */
  static int hash(byte[] bytes, int from, int length) {
    int end = from + length;
    long hash = length * FACTOR;
    if (length < 8) {
      hash = mix(hash, tail(bytes, from, end));
    } else {
      for (int at = from; at + 16 < end; at += 16) {
        hash = mix(hash ^ word(bytes, at), word(bytes, at + 8));
      }
      hash = mix(hash ^ word(bytes, Math.max(from, end - 16)), word(bytes, end - 8));
    }
    return (int) (hash ^ hash >>> 32);
  }

  private static long word(byte[] bytes, int at) {
    return (long) WORD.get(bytes, at);
  }

  /** Both halves of a product, so that each bit of both numbers may change each bit of it. */
  private static long mix(long a, long b) {
    long other = b ^ OTHER_FACTOR;
    return Math.multiplyHigh(a, other) ^ a * other;
  }

  private static long tail(byte[] bytes, int from, int end) {
    long value = 0;
    for (int i = from; i < end; i++) {
      value = value << 8 | (bytes[i] & 0xFF);
    }
    return value;
  }

  /**
   * The first eight bytes as a number that orders as they do (compare unsigned), zeros after the
   * end.
   */
  static long order(byte[] bytes, int from, int end) {
    if (from + 8 <= end) {
      return (long) ORDERED.get(bytes, from);
    }
    int count = Math.max(0, end - from);
    return count == 0 ? 0 : tail(bytes, from, end) << (8 * (8 - count));
  }
}
