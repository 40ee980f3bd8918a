package tidemark.operators.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hash that assigns keys to key groups. It is part of the stored format: the same bytes give
 * the same group for ever. Eight bytes at a time, little endian, multiply and fold; the tail is
 * padded with zeros and the length is mixed in.
 */
public final class KeyHash {
  /** How many key groups there are. */
  public static final int GROUPS = 256;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long SECOND = 0xC2B2AE3D27D4EB4FL;

  private KeyHash() {}

  /** 64 bits over {@code length} bytes from {@code offset}. */
  public static long of(byte[] bytes, int offset, int length) {
    long hash = length * SECOND;
    int end = offset + length;
    int position = offset;
    while (position + 8 <= end) {
      hash = fold((hash ^ (long) LONGS.get(bytes, position)) * MULTIPLIER);
      position += 8;
    }
    if (position < end) {
      long tail = 0;
      for (int shift = 0; position < end; shift += 8) {
        tail |= (bytes[position++] & 0xFFL) << shift;
      }
      hash = fold((hash ^ tail) * MULTIPLIER);
    }
    return fold(hash * SECOND);
  }

  /** The key group, 0 to 255, of a key with this hash. */
  public static int group(long hash) {
    return (int) (hash >>> 56);
  }

  /** The first group of a partition; partition {@code partitions} gives the end. */
  public static int firstGroup(int partition, int partitions) {
    return (int) ((long) partition * GROUPS / partitions);
  }

  private static long fold(long hash) {
    return hash ^ hash >>> 32;
  }
}
