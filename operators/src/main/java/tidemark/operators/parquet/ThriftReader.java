package tidemark.operators.parquet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tidemark.operators.codec.DamagedException;

/**
 * Reads Thrift's compact protocol: {@code while (next()) switch (id()) …}, each field either read
 * by the method of its kind or skipped. A nested struct is read the same way after {@link #open}.
 */
final class ThriftReader {
  static final int TRUE = 1;
  static final int FALSE = 2;
  static final int BINARY = 8;
  static final int LIST = 9;
  static final int SET = 10;
  static final int MAP = 11;
  static final int STRUCT = 12;
  private static final int MAX_DEPTH = 64;

  private final byte[] bytes;
  private final int to;
  private int at;
  private int id;
  private int type;
  private final int[] outer = new int[MAX_DEPTH];
  private int depth;

  ThriftReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
  }

  /** The offset behind what was read. */
  int position() {
    return at;
  }

  /** Steps to the next field of the struct; false, and out of the struct, at its end. */
  boolean next() throws DamagedException {
    int header = octet();
    if (header == 0) {
      if (depth > 0) {
        id = outer[--depth];
      }
      return false;
    }
    type = header & 15;
    int step = header >>> 4;
    id = step == 0 ? (int) zigzag() : id + step;
    return true;
  }

  int id() {
    return id;
  }

  int type() {
    return type;
  }

  /** Enters a struct, whose fields follow. */
  void open() throws DamagedException {
    if (depth == MAX_DEPTH) {
      throw damaged();
    }
    outer[depth++] = id;
    id = 0;
  }

  boolean bool() throws DamagedException {
    if (type != TRUE && type != FALSE) {
      throw damaged();
    }
    return type == TRUE;
  }

  int integer() throws DamagedException {
    long value = number();
    if (value != (int) value) {
      throw damaged();
    }
    return (int) value;
  }

  long number() throws DamagedException {
    return type == 3 ? (byte) octet() : zigzag();
  }

  byte[] binary() throws DamagedException {
    int length = length();
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  String text() throws DamagedException {
    int length = length();
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  /** Enters a list: how many elements follow; {@link #type} is theirs. */
  int list() throws DamagedException {
    int header = octet();
    long size = (long) header >>> 4;
    if (size == 15) {
      size = unsigned();
    }
    type = header & 15;
    if (size > to - at) {
      throw damaged();
    }
    return (int) size;
  }

  /** Passes over the value of the field. */
  void skip() throws DamagedException {
    skip(type, 0);
  }

  private void skip(int kind, int level) throws DamagedException {
    if (level > MAX_DEPTH) {
      throw damaged();
    }
    switch (kind) {
      case TRUE, FALSE -> {}
      case 3 -> pass(1);
      case 4, 5, 6 -> {
        long unused = zigzag();
      }
      case 7 -> pass(8);
      case BINARY -> pass(length());
      case LIST, SET -> {
        int size = list();
        int element = type;
        for (int i = 0; i < size; i++) {
          skipElement(element, level + 1);
        }
      }
      case MAP -> {
        long size = unsigned();
        int kinds = size == 0 ? 0 : octet();
        for (long i = 0; i < size; i++) {
          skipElement(kinds >>> 4, level + 1);
          skipElement(kinds & 15, level + 1);
        }
      }
      case STRUCT -> {
        for (int header = octet(); header != 0; header = octet()) {
          if (header >>> 4 == 0) {
            long unused = zigzag();
          }
          skip(header & 15, level + 1);
        }
      }
      default -> throw damaged();
    }
  }

  /** Truth values take a byte in a list, and none in a struct. */
  private void skipElement(int kind, int level) throws DamagedException {
    if (kind == TRUE || kind == FALSE) {
      pass(1);
    } else {
      skip(kind, level);
    }
  }

  private void pass(int count) throws DamagedException {
    if (count > to - at) {
      throw damaged();
    }
    at += count;
  }

  private int length() throws DamagedException {
    long length = unsigned();
    if (length < 0 || length > to - at) {
      throw damaged();
    }
    return (int) length;
  }

  private long zigzag() throws DamagedException {
    long value = unsigned();
    return value >>> 1 ^ -(value & 1);
  }

  private long unsigned() throws DamagedException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int part = octet();
      value |= (part & 0x7FL) << shift;
      if (part < 0x80) {
        return value;
      }
    }
    throw damaged();
  }

  private int octet() throws DamagedException {
    if (at >= to) {
      throw damaged();
    }
    return bytes[at++] & 0xFF;
  }

  private static DamagedException damaged() {
    return new DamagedException("a part that describes the data is damaged");
  }
}
