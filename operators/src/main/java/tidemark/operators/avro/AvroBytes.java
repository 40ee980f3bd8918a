package tidemark.operators.avro;

import tidemark.operators.codec.DamagedException;
import tidemark.operators.codec.LittleEndian;

/** Avro's binary encoding, read from the front of an array. */
final class AvroBytes {
  private final byte[] bytes;
  private final int to;
  private int at;

  AvroBytes(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
  }

  byte[] array() {
    return bytes;
  }

  int position() {
    return at;
  }

  int left() {
    return to - at;
  }

  boolean bool() throws DamagedException {
    int place = take(1);
    if (bytes[place] >>> 1 != 0) {
      throw damaged();
    }
    return bytes[place] == 1;
  }

  long number() throws DamagedException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int part = bytes[take(1)];
      value |= (part & 0x7FL) << shift;
      if (part >= 0) {
        return value >>> 1 ^ -(value & 1);
      }
    }
    throw damaged();
  }

  /** A number below {@code limit}. */
  int index(int limit) throws DamagedException {
    long index = number();
    if (index < 0 || index >= limit) {
      throw damaged();
    }
    return (int) index;
  }

  /** A length; at least so many bytes follow. */
  int length() throws DamagedException {
    long length = number();
    if (length < 0 || length > left()) {
      throw damaged();
    }
    return (int) length;
  }

  /**
   * How many entries of an array or map follow, before the next count; 0 at the end. Each takes a
   * byte or more: so a false count takes no memory.
   */
  int entries() throws DamagedException {
    long count = number();
    if (count < 0) {
      count = -count;
      long unused = number();
    }
    if (count < 0 || count > left()) {
      throw damaged();
    }
    return (int) count;
  }

  double single() throws DamagedException {
    return LittleEndian.getFloat(bytes, take(Float.BYTES));
  }

  double fraction() throws DamagedException {
    return LittleEndian.getDouble(bytes, take(Double.BYTES));
  }

  /** Passes over bytes; where they begin. */
  int take(int count) throws DamagedException {
    if (count > to - at) {
      throw damaged();
    }
    at += count;
    return at - count;
  }

  static DamagedException damaged() {
    return new DamagedException("the values of a block do not fit its schema");
  }
}
