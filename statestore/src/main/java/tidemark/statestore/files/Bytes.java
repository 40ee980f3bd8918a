package tidemark.statestore.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A growing byte array with the number encodings of framed files. */
public final class Bytes {
  /** The most bytes that a varint takes. */
  public static final int LONGEST_VARINT = 10;

  private byte[] array;
  private int length;

  public Bytes(int capacity) {
    array = new byte[capacity];
  }

  /** The bytes, valid up to {@link #length()} and until the next call. */
  public byte[] array() {
    return array;
  }

  public int length() {
    return length;
  }

  public void clear() {
    length = 0;
  }

  public Bytes put(int value) {
    reserve(1);
    array[length++] = (byte) value;
    return this;
  }

  public Bytes put(byte[] bytes, int from, int count) {
    reserve(count);
    System.arraycopy(bytes, from, array, length, count);
    length += count;
    return this;
  }

  public Bytes varint(long value) {
    reserve(LONGEST_VARINT);
    length = varint(array, length, value);
    return this;
  }

  /** Writes a varint into an array and returns the position behind it. */
  public static int varint(byte[] array, int position, long value) {
    int at = position;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      array[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    array[at++] = (byte) rest;
    return at;
  }

  public Bytes int64(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      put((int) (value >>> shift));
    }
    return this;
  }

  public Bytes int32(int value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      put(value >>> shift);
    }
    return this;
  }

  public Bytes string(String value) {
    byte[] utf8 = value.getBytes(UTF_8);
    return varint(utf8.length).put(utf8, 0, utf8.length);
  }

  private void reserve(int more) {
    if (length + more > array.length) {
      array = Arrays.copyOf(array, Math.max(length + more, array.length * 2));
    }
  }

  /**
   * Reads what {@link Bytes} wrote. Running past the end is an {@link IndexOutOfBoundsException}.
   */
  public static final class In {
    private final byte[] array;
    private final int end;
    private int at;

    public In(byte[] array, int length) {
      this.array = array;
      this.end = length;
    }

    public int remaining() {
      return end - at;
    }

    public byte[] array() {
      return array;
    }

    /** Steps over some bytes and returns where they start. */
    public int take(int count) {
      if (count < 0 || count > end - at) {
        throw new IndexOutOfBoundsException("bytes end early");
      }
      int start = at;
      at += count;
      return start;
    }

    public int int8() {
      return array[take(1)] & 0xFF;
    }

    public long varint() {
      long value = 0;
      for (int shift = 0; shift < 64; shift += 7) {
        int next = int8();
        value |= (long) (next & 0x7F) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw new IndexOutOfBoundsException("a number is too long");
    }

    /** A varint that counts bytes or items. */
    public int count() {
      long value = varint();
      if (value < 0 || value > Integer.MAX_VALUE) {
        throw new IndexOutOfBoundsException("a count is too large");
      }
      return (int) value;
    }

    public long int64() {
      long value = 0;
      for (int i = 0; i < 8; i++) {
        value = value << 8 | int8();
      }
      return value;
    }

    public int int32() {
      int value = 0;
      for (int i = 0; i < 4; i++) {
        value = value << 8 | int8();
      }
      return value;
    }

    public String string() {
      int count = count();
      return new String(array, take(count), count, UTF_8);
    }

    public byte[] rest() {
      int start = take(remaining());
      return Arrays.copyOfRange(array, start, end);
    }
  }
}
