package tidemark.operators.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing buffer of order-preserving bytes: the unsigned byte order of what is written is the
 * order of the values. Used by one thread.
 */
public final class KeyWriter {
  static final byte NULL = 0;
  static final byte PRESENT = 1;
  static final byte ESCAPE = 0;
  static final byte ESCAPED_ZERO = (byte) 0xFF;
  static final byte END = 1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] buffer = new byte[256];
  private int length;

  /** The bytes; only the first {@link #length()} count, and they change with the next write. */
  public byte[] buffer() {
    return buffer;
  }

  public int length() {
    return length;
  }

  /** Forgets everything written. */
  public void clear() {
    length = 0;
  }

  /** Forgets everything above the given length. */
  public void truncate(int newLength) {
    length = newLength;
  }

  /** A copy of what was written. */
  public byte[] toBytes() {
    return Arrays.copyOf(buffer, length);
  }

  /** One raw byte. */
  public void writeByte(int value) {
    room(1);
    buffer[length++] = (byte) value;
  }

  /** Eight bytes, sign flipped, most significant first. */
  public void writeLong(long value) {
    room(8);
    LONGS.set(buffer, length, value ^ Long.MIN_VALUE);
    length += 8;
  }

  /** Eight bytes that sort as doubles do: -0.0 equals 0.0, NaN is one value and the greatest. */
  public void writeDouble(double value) {
    long bits = Double.doubleToLongBits(value == 0.0 ? 0.0 : value);
    writeLong(bits >= 0 ? bits : bits ^ Long.MAX_VALUE);
  }

  /** The bytes with zeros escaped, then an end mark: a prefix sorts before what it begins. */
  public void writeBytes(byte[] source, int offset, int count) {
    room(count + 2);
    int end = offset + count;
    int from = offset;
    int to = length;
    while (from + 8 <= end && !hasZero((long) LONGS.get(source, from))) {
      LONGS.set(buffer, to, (long) LONGS.get(source, from));
      from += 8;
      to += 8;
    }
    length = to;
    while (from < end) {
      byte b = source[from++];
      buffer[length++] = b;
      if (b == ESCAPE) {
        room(end - from + 3);
        buffer[length++] = ESCAPED_ZERO;
      }
    }
    buffer[length++] = ESCAPE;
    buffer[length++] = END;
  }

  /** Bytes as they are. */
  public void writeRaw(byte[] source, int offset, int count) {
    room(count);
    System.arraycopy(source, offset, buffer, length, count);
    length += count;
  }

  private static boolean hasZero(long word) {
    return ((word - 0x0101010101010101L) & ~word & 0x8080808080808080L) != 0;
  }

  private void room(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(length + more, buffer.length * 2));
    }
  }
}
