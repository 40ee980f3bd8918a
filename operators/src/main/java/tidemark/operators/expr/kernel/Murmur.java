package tidemark.operators.expr.kernel;

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
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * The 32-bit Murmur3 hash of a value as Spark's {@code hash} computes it: nulls leave the seed as
 * it is, the bytes behind the last whole word are mixed in one by one.
 */
public final class Murmur {
  private static final int C1 = 0xcc9e2d51;
  private static final int C2 = 0x1b873593;

  private Murmur() {}

  /** The hash of the row's value, or the seed if it is null. */
  public static int hash(DataType type, Column column, int row, int seed) {
    if (column.isNull(row)) {
      return seed;
    }
    return switch (type.physical()) {
      case BOOLEAN -> ofInt(((BooleanColumn) column).get(row) ? 1 : 0, seed);
      case LONG -> {
        long value = ((LongColumn) column).get(row);
        yield isInt(type) ? ofInt((int) value, seed) : ofLong(value, seed);
      }
      case DOUBLE -> {
        double value = ((DoubleColumn) column).get(row) + 0.0;
        yield type == SimpleType.FLOAT
            ? ofInt(Float.floatToIntBits((float) value), seed)
            : ofLong(Double.doubleToLongBits(value), seed);
      }
      case BYTES -> {
        BytesColumn bytes = (BytesColumn) column;
        yield ofBytes(bytes.data(), bytes.start(row), bytes.length(row), seed);
      }
      case DECIMAL -> {
        byte[] raw = ((DecimalColumn) column).get(row).unscaledValue().toByteArray();
        yield ofBytes(raw, 0, raw.length, seed);
      }
      case ARRAY -> array((ArrayType) type, (ArrayColumn) column, row, seed);
      case MAP -> map((MapType) type, (MapColumn) column, row, seed);
      case STRUCT -> struct((StructType) type, (StructColumn) column, row, seed);
    };
  }

  private static boolean isInt(DataType type) {
    return !(type instanceof DecimalType)
        && type != SimpleType.BIGINT
        && type != SimpleType.TIMESTAMP
        && type != SimpleType.TIMESTAMP_NTZ
        && type != SimpleType.DAY_TIME_INTERVAL;
  }

  private static int array(ArrayType type, ArrayColumn column, int row, int seed) {
    int hash = seed;
    for (int i = 0; i < column.length(row); i++) {
      hash = hash(type.element(), column.elements(), column.start(row) + i, hash);
    }
    return hash;
  }

  private static int map(MapType type, MapColumn column, int row, int seed) {
    int hash = seed;
    for (int i = 0; i < column.length(row); i++) {
      hash = hash(type.key(), column.keys(), column.start(row) + i, hash);
      hash = hash(type.value(), column.values(), column.start(row) + i, hash);
    }
    return hash;
  }

  private static int struct(StructType type, StructColumn column, int row, int seed) {
    int hash = seed;
    for (int i = 0; i < column.fieldCount(); i++) {
      hash = hash(type.fields().get(i).type(), column.field(i), row, hash);
    }
    return hash;
  }

  private static int ofInt(int value, int seed) {
    return finish(mix(seed, word(value)), 4);
  }

  private static int ofLong(long value, int seed) {
    return finish(mix(mix(seed, word((int) value)), word((int) (value >>> 32))), 8);
  }

  private static int ofBytes(byte[] data, int start, int length, int seed) {
    int hash = seed;
    int whole = length & ~3;
    for (int i = 0; i < whole; i += 4) {
      int at = start + i;
      int value =
          (data[at] & 0xff)
              | (data[at + 1] & 0xff) << 8
              | (data[at + 2] & 0xff) << 16
              | data[at + 3] << 24;
      hash = mix(hash, word(value));
    }
    for (int i = whole; i < length; i++) {
      hash = mix(hash, word(data[start + i]));
    }
    return finish(hash, length);
  }

  private static int word(int value) {
    return Integer.rotateLeft(value * C1, 15) * C2;
  }

  private static int mix(int hash, int word) {
    return Integer.rotateLeft(hash ^ word, 13) * 5 + 0xe6546b64;
  }

  private static int finish(int start, int length) {
    int hash = start ^ length;
    hash ^= hash >>> 16;
    hash *= 0x85ebca6b;
    hash ^= hash >>> 13;
    hash *= 0xc2b2ae35;
    return hash ^ (hash >>> 16);
  }
}
