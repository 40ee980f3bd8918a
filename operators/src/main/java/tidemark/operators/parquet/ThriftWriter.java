package tidemark.operators.parquet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import tidemark.operators.format.ByteSink;

/** Writes Thrift's compact protocol; fields in the order of their numbers. */
final class ThriftWriter {
  private static final int I32 = 5;
  private static final int I64 = 6;

  private final ByteSink out;
  private final Deque<Integer> outer = new ArrayDeque<>();
  private int last;

  ThriftWriter(ByteSink out) {
    this.out = out;
  }

  ThriftWriter integer(int id, int value) {
    field(id, I32);
    unsigned((value << 1 ^ value >> 31) & 0xFFFFFFFFL);
    return this;
  }

  ThriftWriter number(int id, long value) {
    field(id, I64);
    unsigned(value << 1 ^ value >> 63);
    return this;
  }

  ThriftWriter octet(int id, int value) {
    field(id, 3);
    out.write(value);
    return this;
  }

  ThriftWriter bool(int id, boolean value) {
    field(id, value ? ThriftReader.TRUE : ThriftReader.FALSE);
    return this;
  }

  ThriftWriter text(int id, String value) {
    return binary(id, value.getBytes(StandardCharsets.UTF_8));
  }

  ThriftWriter binary(int id, byte[] value) {
    field(id, ThriftReader.BINARY);
    bytes(value);
    return this;
  }

  /** Begins a struct as a field; to be closed. */
  ThriftWriter struct(int id) {
    field(id, ThriftReader.STRUCT);
    return element();
  }

  /** Begins a struct as an element of a list of structs; to be closed. */
  ThriftWriter element() {
    outer.push(last);
    last = 0;
    return this;
  }

  /** Ends a struct. */
  ThriftWriter close() {
    out.write(0);
    last = outer.isEmpty() ? 0 : outer.pop();
    return this;
  }

  /** Begins a list of structs, integers or texts; its elements follow. */
  ThriftWriter list(int id, int type, int size) {
    field(id, ThriftReader.LIST);
    if (size < 15) {
      out.write(size << 4 | type);
    } else {
      out.write(15 << 4 | type);
      unsigned(size);
    }
    return this;
  }

  ThriftWriter structs(int id, int size) {
    return list(id, ThriftReader.STRUCT, size);
  }

  ThriftWriter integers(int id, int... values) {
    list(id, I32, values.length);
    for (int value : values) {
      unsigned((value << 1 ^ value >> 31) & 0xFFFFFFFFL);
    }
    return this;
  }

  ThriftWriter texts(int id, Iterable<String> values, int size) {
    list(id, ThriftReader.BINARY, size);
    values.forEach(value -> bytes(value.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  private void bytes(byte[] value) {
    unsigned(value.length);
    out.write(value, 0, value.length);
  }

  private void field(int id, int type) {
    out.write(id - last << 4 | type);
    last = id;
  }

  private void unsigned(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
