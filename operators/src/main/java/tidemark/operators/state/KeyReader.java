package tidemark.operators.state;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import tidemark.operators.batch.BytesBuilder;

/** Reads back what {@link KeyWriter} wrote, in the same order. */
public final class KeyReader {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int position;

  public KeyReader(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
  }

  /** Starts anew at a position of other bytes. */
  public void open(byte[] source, int from) {
    bytes = source;
    position = from;
  }

  public int position() {
    return position;
  }

  public byte readByte() {
    return bytes[position++];
  }

  public byte peekByte() {
    return bytes[position];
  }

  public long readLong() {
    long value = (long) LONGS.get(bytes, position) ^ Long.MIN_VALUE;
    position += 8;
    return value;
  }

  public double readDouble() {
    long bits = readLong();
    return Double.longBitsToDouble(bits >= 0 ? bits : bits ^ Long.MAX_VALUE);
  }

  /** The bytes up to the end mark, unescaped. */
  public byte[] readBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (true) {
      byte b = bytes[position++];
      if (b != KeyWriter.ESCAPE) {
        out.write(b);
      } else if (bytes[position++] == KeyWriter.ESCAPED_ZERO) {
        out.write(0);
      } else {
        return out.toByteArray();
      }
    }
  }

  /** The same, appended to a column. */
  void readBytes(BytesBuilder out) {
    int end = position;
    while (bytes[end] != KeyWriter.ESCAPE) {
      end++;
    }
    if (bytes[end + 1] == KeyWriter.ESCAPED_ZERO) {
      byte[] unescaped = readBytes();
      out.append(unescaped, 0, unescaped.length);
    } else {
      out.append(bytes, position, end - position);
      position = end + 2;
    }
  }

  /** The next bytes as they are. */
  public byte[] readRaw(int count) {
    byte[] raw = Arrays.copyOfRange(bytes, position, position + count);
    position += count;
    return raw;
  }
}
