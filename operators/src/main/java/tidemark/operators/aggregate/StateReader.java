package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * A cursor over values that a {@link StateWriter} wrote, whose layout is given there. Reading with
 * other types than were written, or beyond the end, gives wrong values or an exception of the
 * runtime: the caller knows the types and has checked the bytes.
 */
public final class StateReader {
  private byte[] bytes = new byte[0];
  private int position;
  private int end;

  /** A reader of nothing; see {@link #open}. */
  public StateReader() {}

  public StateReader(byte[] bytes) {
    open(bytes, 0, bytes.length);
  }

  /** Starts anew on {@code length} bytes from {@code offset}; the array is not copied. */
  public void open(byte[] source, int offset, int length) {
    bytes = source;
    position = offset;
    end = offset + length;
  }

  /** The index in the array of the next byte. */
  public int position() {
    return position;
  }

  /** How many bytes are left. */
  public int remaining() {
    return end - position;
  }

  /** The array that is read. Read only. */
  public byte[] bytes() {
    return bytes;
  }

  /** Whether the nullable value that follows is there. */
  public boolean readPresence() {
    return readBoolean();
  }

  public boolean readBoolean() {
    return bytes[position++] != 0;
  }

  /** Reads an integral, temporal or unscaled value. */
  public long readLong() {
    long raw = readUnsigned();
    return (raw >>> 1) ^ -(raw & 1);
  }

  /** Reads a length or count. */
  public int readCount() {
    return (int) readUnsigned();
  }

  public double readDouble() {
    long bits = 0;
    for (int i = 0; i < 8; i++) {
      bits = bits << 8 | (bytes[position++] & 0xFF);
    }
    return Double.longBitsToDouble(bits);
  }

  public float readFloat() {
    int bits = 0;
    for (int i = 0; i < 4; i++) {
      bits = bits << 8 | (bytes[position++] & 0xFF);
    }
    return Float.intBitsToFloat(bits);
  }

  /** Reads the unscaled value of a decimal of more than 18 digits. */
  public BigInteger readUnscaled() {
    int length = readCount();
    BigInteger unscaled = new BigInteger(bytes, position, length);
    position += length;
    return unscaled;
  }

  /** Steps over bytes without reading them. */
  public void skipRaw(int length) {
    position += length;
  }

  /** Reads one field into a builder of its type. */
  public void readField(Field field, ColumnBuilder out) {
    if (field.nullable()) {
      readNullable(field.type(), out);
    } else {
      readValue(field.type(), out);
    }
  }

  /**
   * Reads one field of many rows.
   *
   * @param rows the array that holds each row
   * @param positions where the field begins in each; moved behind it
   */
  public void readColumn(
      Field field, byte[][] rows, int[] positions, int count, ColumnBuilder out) {
    switch (field.type().physical()) {
      case LONG -> readLongs(field, rows, positions, count, (LongBuilder) out);
      case BYTES -> readBytes(field, rows, positions, count, (BytesBuilder) out);
      case BOOLEAN, DOUBLE, DECIMAL, ARRAY, MAP, STRUCT -> {
        for (int i = 0; i < count; i++) {
          bytes = rows[i];
          position = positions[i];
          readField(field, out);
          positions[i] = position;
        }
      }
    }
  }

  private void readLongs(Field field, byte[][] rows, int[] positions, int count, LongBuilder out) {
    for (int i = 0; i < count; i++) {
      bytes = rows[i];
      position = positions[i];
      if (field.nullable() && !readPresence()) {
        out.appendNull();
      } else {
        out.append(readLong());
      }
      positions[i] = position;
    }
  }

  private void readBytes(Field field, byte[][] rows, int[] positions, int count, BytesBuilder out) {
    for (int i = 0; i < count; i++) {
      bytes = rows[i];
      position = positions[i];
      if (field.nullable() && !readPresence()) {
        out.appendNull();
      } else {
        int length = readCount();
        out.append(bytes, position, length);
        position += length;
      }
      positions[i] = position;
    }
  }

  /** Steps over one field. */
  public void skipField(Field field) {
    if (field.nullable()) {
      skipNullable(field.type());
    } else {
      skipValue(field.type());
    }
  }

  /** Reads a value or null. */
  public void readNullable(DataType type, ColumnBuilder out) {
    if (readPresence()) {
      readValue(type, out);
    } else {
      out.appendNull();
    }
  }

  /** Reads a value that is not null. */
  public void readValue(DataType type, ColumnBuilder out) {
    switch (type.physical()) {
      case BOOLEAN -> ((BooleanBuilder) out).append(readBoolean());
      case LONG -> ((LongBuilder) out).append(readLong());
      case DOUBLE ->
          ((DoubleBuilder) out).append(type == SimpleType.FLOAT ? readFloat() : readDouble());
      case BYTES -> {
        int length = readCount();
        ((BytesBuilder) out).append(bytes, position, length);
        position += length;
      }
      case DECIMAL ->
          ((DecimalBuilder) out)
              .append(new BigDecimal(readUnscaled(), ((DecimalType) type).scale()));
      case ARRAY -> readArray(((ArrayType) type).element(), (ArrayBuilder) out);
      case MAP -> readMap((MapType) type, (MapBuilder) out);
      case STRUCT -> readStruct((StructType) type, (StructBuilder) out);
    }
  }

  /** Steps over a value or null. */
  public void skipNullable(DataType type) {
    if (readPresence()) {
      skipValue(type);
    }
  }

  /** Steps over a value that is not null. */
  public void skipValue(DataType type) {
    switch (type.physical()) {
      case BOOLEAN -> position++;
      case LONG -> readUnsigned();
      case DOUBLE -> position += type == SimpleType.FLOAT ? 4 : 8;
      case BYTES, DECIMAL -> skipRaw(readCount());
      case ARRAY -> {
        for (int left = readCount(); left > 0; left--) {
          skipNullable(((ArrayType) type).element());
        }
      }
      case MAP -> {
        for (int left = readCount(); left > 0; left--) {
          skipValue(((MapType) type).key());
          skipNullable(((MapType) type).value());
        }
      }
      case STRUCT -> ((StructType) type).fields().forEach(field -> skipNullable(field.type()));
    }
  }

  private void readArray(DataType element, ArrayBuilder out) {
    int first = out.elements().size();
    for (int left = readCount(); left > 0; left--) {
      readNullable(element, out.elements());
    }
    out.closeRow(first);
  }

  private void readMap(MapType type, MapBuilder out) {
    int first = out.keys().size();
    for (int left = readCount(); left > 0; left--) {
      readValue(type.key(), out.keys());
      readNullable(type.value(), out.values());
    }
    out.closeRow(first);
  }

  private void readStruct(StructType type, StructBuilder out) {
    for (int i = 0; i < type.fields().size(); i++) {
      readNullable(type.fields().get(i).type(), out.field(i));
    }
    out.closeRow();
  }

  private long readUnsigned() {
    byte[] source = bytes;
    int from = position;
    byte next = source[from++];
    long value = next & 0x7F;
    for (int shift = 7; next < 0; shift += 7) {
      next = source[from++];
      value |= (next & 0x7FL) << shift;
    }
    position = from;
    return value;
  }
}
