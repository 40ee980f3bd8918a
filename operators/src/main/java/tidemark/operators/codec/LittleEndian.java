package tidemark.operators.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers in byte arrays, lowest byte first. */
public final class LittleEndian {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  public static long getLong(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  public static int getInt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  public static double getDouble(byte[] bytes, int at) {
    return (double) DOUBLES.get(bytes, at);
  }

  public static float getFloat(byte[] bytes, int at) {
    return (float) FLOATS.get(bytes, at);
  }

  /** Fills a part of an array with numbers that stand one behind the other. */
  public static void getLongs(byte[] bytes, int at, long[] target, int from, int count) {
    if (count > 0) {
      buffer(bytes, at, count).asLongBuffer().get(target, from, count);
    }
  }

  /** The same for doubles. */
  public static void getDoubles(byte[] bytes, int at, double[] target, int from, int count) {
    if (count > 0) {
      buffer(bytes, at, count).asDoubleBuffer().get(target, from, count);
    }
  }

  private static ByteBuffer buffer(byte[] bytes, int at, int count) {
    return ByteBuffer.wrap(bytes, at, Math.multiplyExact(count, Long.BYTES))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  public static void putLong(byte[] bytes, int at, long value) {
    LONGS.set(bytes, at, value);
  }

  public static void putInt(byte[] bytes, int at, int value) {
    INTS.set(bytes, at, value);
  }

  /** The eight bytes at an offset; those behind {@code to} count as zero. */
  public static long getLongWithin(byte[] bytes, int at, int to) {
    if (at + Long.BYTES <= to) {
      return getLong(bytes, at);
    }
    long value = 0;
    for (int i = to - 1; i >= at; i--) {
      value = value << 8 | bytes[i] & 0xFF;
    }
    return value;
  }
}
