package tidemark.statestore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Hash of key bytes, and their order as a number. */
final class KeyBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private KeyBytes() {}

  static int hash(byte[] bytes, int from, int length) {
    long hash = length * FACTOR;
    int at = from;
    int end = from + length;
    for (; at + 8 <= end; at += 8) {
      hash = mix(hash ^ (long) LONG.get(bytes, at));
    }
    if (at < end) {
      hash = mix(hash ^ tail(bytes, at, end));
    }
    return (int) (hash ^ hash >>> 32);
  }

  private static long mix(long value) {
    long product = value * FACTOR;
    return (product ^ product >>> 29) * 0xBF58476D1CE4E5B9L ^ product >>> 32;
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
      return (long) LONG.get(bytes, from);
    }
    int count = Math.max(0, end - from);
    return count == 0 ? 0 : tail(bytes, from, end) << (8 * (8 - count));
  }
}
