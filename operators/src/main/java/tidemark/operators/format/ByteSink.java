package tidemark.operators.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer of bytes that its owner empties now and then. */
public final class ByteSink {
  private byte[] bytes;
  private int size;

  public ByteSink() {
    this(1 << 16);
  }

  public ByteSink(int capacity) {
    bytes = new byte[Math.max(64, capacity)];
  }

  /** How many bytes there are. */
  public int size() {
    return size;
  }

  /** The bytes; only the first {@link #size()} count. Read only, until the next change. */
  public byte[] bytes() {
    return bytes;
  }

  /** Forgets all bytes. */
  public void clear() {
    size = 0;
  }

  /** Copies all bytes into an array with room; the offset behind them. */
  int copyTo(byte[] target, int at) {
    System.arraycopy(bytes, 0, target, at, size);
    return at + size;
  }

  /** Writes all bytes out and forgets them. */
  public void drainTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
    size = 0;
  }

  /** Appends a byte. */
  public void write(int b) {
    room(1);
    bytes[size++] = (byte) b;
  }

  /** Appends {@code length} bytes of {@code source} from {@code offset}. */
  public void write(byte[] source, int offset, int length) {
    room(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** Appends {@code length} of the bytes that there are, from {@code offset} on, once more. */
  void repeat(int offset, int length) {
    room(length);
    System.arraycopy(bytes, offset, bytes, size, length);
    size += length;
  }

  /** Appends {@code length} bytes that the caller sets; where they begin in {@link #bytes()}. */
  public int grow(int length) {
    room(length);
    size += length;
    return size - length;
  }

  /** Appends a text as UTF-8. */
  public void write(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    write(utf8, 0, utf8.length);
  }

  /**
   * The array with room for {@code length} more bytes from {@link #size()} on; to be followed by
   * {@link #advance}.
   */
  byte[] reserve(int length) {
    room(length);
    return bytes;
  }

  /** Counts the bytes that were put into the reserved room; {@code end} is the new size. */
  void advance(int end) {
    size = end;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  private void room(int length) {
    if (bytes.length - size < length) {
      long wanted = Math.max((long) size + length, bytes.length * 2L);
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
    }
  }
}
