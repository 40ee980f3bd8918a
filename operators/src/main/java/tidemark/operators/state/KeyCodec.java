package tidemark.operators.state;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.StructType;

/**
 * Writes key values as bytes that sort, and reads them back. Equal values give equal bytes: null
 * equals null, -0.0 equals 0.0, NaN equals NaN, maps are equal whatever the order of their entries.
 * Every value begins with a null mark, so a column may become nullable; every integral type takes
 * eight bytes, so it may become wider.
 */
public final class KeyCodec {
  private static final int DECIMAL_BYTES = 16;
  private static final byte MORE = 2;

  private KeyCodec() {}

  /** Appends the value of one row. */
  public static void write(Column column, DataType type, int row, KeyWriter out) {
    if (column.isNull(row)) {
      out.writeByte(KeyWriter.NULL);
      return;
    }
    out.writeByte(KeyWriter.PRESENT);
    switch (type.physical()) {
      case BOOLEAN -> out.writeByte(((BooleanColumn) column).get(row) ? 1 : 0);
      case LONG -> out.writeLong(((LongColumn) column).get(row));
      case DOUBLE -> out.writeDouble(((DoubleColumn) column).get(row));
      case BYTES -> {
        BytesColumn bytes = (BytesColumn) column;
        out.writeBytes(bytes.data(), bytes.start(row), bytes.length(row));
      }
      case DECIMAL -> writeDecimal(((DecimalColumn) column).get(row), out);
      case ARRAY -> writeArray((ArrayColumn) column, (ArrayType) type, row, out);
      case MAP -> writeMap((MapColumn) column, (MapType) type, row, out);
      case STRUCT -> {
        StructColumn struct = (StructColumn) column;
        List<Field> fields = ((StructType) type).fields();
        for (int i = 0; i < fields.size(); i++) {
          write(struct.field(i), fields.get(i).type(), row, out);
        }
      }
    }
  }

  /** Reads one value and appends it. */
  public static void read(KeyReader in, DataType type, ColumnBuilder out) {
    if (in.readByte() == KeyWriter.NULL) {
      out.appendNull();
      return;
    }
    switch (type.physical()) {
      case BOOLEAN -> ((BooleanBuilder) out).append(in.readByte() == 1);
      case LONG -> ((LongBuilder) out).append(in.readLong());
      case DOUBLE -> ((DoubleBuilder) out).append(in.readDouble());
      case BYTES -> in.readBytes((BytesBuilder) out);
      case DECIMAL -> ((DecimalBuilder) out).append(readDecimal(in, ((DecimalType) type).scale()));
      case ARRAY -> {
        ArrayBuilder array = (ArrayBuilder) out;
        int first = array.elements().size();
        while (in.readByte() == MORE) {
          read(in, ((ArrayType) type).element(), array.elements());
        }
        array.closeRow(first);
      }
      case MAP -> {
        MapBuilder map = (MapBuilder) out;
        int first = map.keys().size();
        while (in.readByte() == MORE) {
          read(in, ((MapType) type).key(), map.keys());
          read(in, ((MapType) type).value(), map.values());
        }
        map.closeRow(first);
      }
      case STRUCT -> {
        StructBuilder struct = (StructBuilder) out;
        List<Field> fields = ((StructType) type).fields();
        for (int i = 0; i < fields.size(); i++) {
          read(in, fields.get(i).type(), struct.field(i));
        }
        struct.closeRow();
      }
    }
  }

  private static void writeDecimal(BigDecimal value, KeyWriter out) {
    byte[] minimal = value.unscaledValue().toByteArray();
    byte[] fixed = new byte[DECIMAL_BYTES];
    Arrays.fill(fixed, minimal[0] < 0 ? (byte) 0xFF : 0);
    System.arraycopy(minimal, 0, fixed, DECIMAL_BYTES - minimal.length, minimal.length);
    fixed[0] ^= (byte) 0x80;
    out.writeRaw(fixed, 0, DECIMAL_BYTES);
  }

  private static BigDecimal readDecimal(KeyReader in, int scale) {
    byte[] fixed = in.readRaw(DECIMAL_BYTES);
    fixed[0] ^= (byte) 0x80;
    return new BigDecimal(new BigInteger(fixed), scale);
  }

  private static void writeArray(ArrayColumn array, ArrayType type, int row, KeyWriter out) {
    int end = array.start(row) + array.length(row);
    for (int i = array.start(row); i < end; i++) {
      out.writeByte(MORE);
      write(array.elements(), type.element(), i, out);
    }
    out.writeByte(KeyWriter.END);
  }

  private static void writeMap(MapColumn map, MapType type, int row, KeyWriter out) {
    byte[][] entries = new byte[map.length(row)][];
    KeyWriter entry = new KeyWriter();
    for (int i = 0; i < entries.length; i++) {
      entry.clear();
      write(map.keys(), type.key(), map.start(row) + i, entry);
      write(map.values(), type.value(), map.start(row) + i, entry);
      entries[i] = entry.toBytes();
    }
    Arrays.sort(entries, Arrays::compareUnsigned);
    for (byte[] bytes : entries) {
      out.writeByte(MORE);
      out.writeRaw(bytes, 0, bytes.length);
    }
    out.writeByte(KeyWriter.END);
  }
}
