package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * A growing buffer of stored values. What a value looks like follows from its type alone, so that a
 * {@link StateReader} with the types reads, skips and shows each:
 *
 * <ul>
 *   <li>boolean: a byte 0 or 1
 *   <li>integral, temporal, decimal of at most 18 digits (unscaled): zigzag varint, 1–10 bytes
 *   <li>float 4 bytes, double 8 bytes, IEEE bits, big-endian
 *   <li>string, binary: varint length, bytes
 *   <li>decimal of more digits: varint length, unscaled two's complement big-endian
 *   <li>array: varint count, then each element as nullable
 *   <li>map: varint count, then each key plain and each value as nullable
 *   <li>struct: each field as nullable, whatever its type says
 *   <li>nullable: a byte 0 (null, nothing follows) or 1, then the value
 * </ul>
 *
 * A field that may be null is stored as nullable, one that may not is stored plain.
 */
public final class StateWriter {
  private final boolean normalising;
  private byte[] bytes = new byte[64];
  private int size;

  public StateWriter() {
    this(false);
  }

  private StateWriter(boolean normalising) {
    this.normalising = normalising;
  }

  /**
   * A writer that makes values equal in bytes that are equal in SQL: {@code -0.0} is written as
   * {@code 0.0}. (All {@code NaN} are written alike by every writer.)
   */
  static StateWriter normalising() {
    return new StateWriter(true);
  }

  /** How many bytes have been written. */
  public int size() {
    return size;
  }

  /** The buffer; the first {@link #size()} bytes are valid until the next write. */
  public byte[] bytes() {
    return bytes;
  }

  /** A copy of what has been written. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  /** Forgets what has been written. */
  public void reset() {
    size = 0;
  }

  /** The flag before a nullable value: present, or null with nothing following. */
  public void writePresence(boolean present) {
    writeBoolean(present);
  }

  public void writeBoolean(boolean value) {
    room(1);
    bytes[size++] = (byte) (value ? 1 : 0);
  }

  /** Writes an integral, temporal or unscaled value. */
  public void writeLong(long value) {
    writeUnsigned((value << 1) ^ (value >> 63));
  }

  /** Writes a length or count. */
  public void writeCount(int count) {
    writeUnsigned(count);
  }

  public void writeDouble(double value) {
    room(8);
    long bits = Double.doubleToLongBits(normalising ? value + 0.0 : value);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (bits >>> shift);
    }
  }

  public void writeFloat(float value) {
    room(4);
    int bits = Float.floatToIntBits(normalising ? value + 0.0f : value);
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (bits >>> shift);
    }
  }

  /** Writes a string or binary value. */
  public void writeBytes(byte[] source, int offset, int length) {
    writeCount(length);
    writeRaw(source, offset, length);
  }

  /** Writes the unscaled value of a decimal of more than 18 digits. */
  public void writeUnscaled(BigInteger unscaled) {
    byte[] raw = unscaled.toByteArray();
    writeBytes(raw, 0, raw.length);
  }

  /** Writes a decimal of more than 18 digits; it has its type's scale. */
  public void writeDecimal(BigDecimal value) {
    writeUnscaled(value.unscaledValue());
  }

  /** Writes bytes as they are: values that have been written elsewhere. */
  public void writeRaw(byte[] source, int offset, int length) {
    room(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** Writes one field of a row: as nullable if the field may be null. */
  public void writeField(Field field, Column column, int row) {
    if (field.nullable()) {
      writeNullable(field.type(), column, row);
    } else {
      writeValue(field.type(), column, row);
    }
  }

  /** Writes the presence of a value, and the value if there is one. */
  public void writeNullable(DataType type, Column column, int row) {
    boolean present = !column.isNull(row);
    writePresence(present);
    if (present) {
      writeValue(type, column, row);
    }
  }

  /** Writes a value that is not null. */
  public void writeValue(DataType type, Column column, int row) {
    switch (type.physical()) {
      case BOOLEAN -> writeBoolean(((BooleanColumn) column).get(row));
      case LONG -> writeLong(((LongColumn) column).get(row));
      case DOUBLE -> writeFractional(type, ((DoubleColumn) column).get(row));
      case BYTES -> {
        BytesColumn source = (BytesColumn) column;
        writeBytes(source.data(), source.start(row), source.length(row));
      }
      case DECIMAL -> writeDecimal(((DecimalColumn) column).get(row));
      case ARRAY -> writeArray(((ArrayType) type).element(), (ArrayColumn) column, row);
      case MAP -> writeMap((MapType) type, (MapColumn) column, row);
      case STRUCT -> writeStruct((StructType) type, (StructColumn) column, row);
    }
  }

  private void writeFractional(DataType type, double value) {
    if (type == SimpleType.FLOAT) {
      writeFloat((float) value);
    } else {
      writeDouble(value);
    }
  }

  private void writeArray(DataType element, ArrayColumn column, int row) {
    int start = column.start(row);
    int length = column.length(row);
    writeCount(length);
    for (int i = start; i < start + length; i++) {
      writeNullable(element, column.elements(), i);
    }
  }

  private void writeMap(MapType type, MapColumn column, int row) {
    int start = column.start(row);
    int length = column.length(row);
    writeCount(length);
    for (int i = start; i < start + length; i++) {
      writeValue(type.key(), column.keys(), i);
      writeNullable(type.value(), column.values(), i);
    }
  }

  private void writeStruct(StructType type, StructColumn column, int row) {
    for (int i = 0; i < type.fields().size(); i++) {
      writeNullable(type.fields().get(i).type(), column.field(i), row);
    }
  }

  private void writeUnsigned(long value) {
    room(10);
    byte[] target = bytes;
    int end = size;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      target[end++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[end++] = (byte) rest;
    size = end;
  }

  private void room(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
    }
  }
}
