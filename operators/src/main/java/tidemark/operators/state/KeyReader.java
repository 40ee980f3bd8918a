package tidemark.operators.state;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Reads back what {@link KeyWriter} wrote, in the same order. */
public final class KeyReader {
  private final byte[] bytes;
  private int position;

  public KeyReader(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
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
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | bytes[position++] & 0xFF;
    }
    return value ^ Long.MIN_VALUE;
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

  /** The next bytes as they are. */
  public byte[] readRaw(int count) {
    byte[] raw = Arrays.copyOfRange(bytes, position, position + count);
    position += count;
    return raw;
  }
}
