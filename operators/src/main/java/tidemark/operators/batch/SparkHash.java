package tidemark.operators.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * The 64-bit xxHash of a value as Spark's {@code xxhash64} computes it: types of at most 32 bits as
 * 4 bytes, longer numbers as 8, strings and wide decimals byte by byte, nested values by chaining
 * the seed. Nulls leave the seed as it is; {@code -0.0} counts as {@code 0.0}.
 */
public final class SparkHash {
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private SparkHash() {}

  /** The hash of the row's value, or the seed if it is null. */
  public static long hash(DataType type, Column column, int row, long seed) {
    if (column.isNull(row)) {
      return seed;
    }
    return switch (type.physical()) {
      case BOOLEAN -> hashInt(((BooleanColumn) column).get(row) ? 1 : 0, seed);
      case LONG -> {
        long value = ((LongColumn) column).get(row);
        yield isShort(type) ? hashInt((int) value, seed) : hashLong(value, seed);
      }
      case DOUBLE -> {
        double value = ((DoubleColumn) column).get(row) + 0.0;
        yield type == SimpleType.FLOAT
            ? hashInt(Float.floatToIntBits((float) value), seed)
            : hashLong(Double.doubleToLongBits(value), seed);
      }
      case BYTES -> {
        BytesColumn bytes = (BytesColumn) column;
        yield hashBytes(bytes.data(), bytes.start(row), bytes.length(row), seed);
      }
      case DECIMAL -> {
        byte[] raw = ((DecimalColumn) column).get(row).unscaledValue().toByteArray();
        yield hashBytes(raw, 0, raw.length, seed);
      }
      case ARRAY -> hashArray(((ArrayType) type).element(), (ArrayColumn) column, row, seed);
      case MAP -> hashMap((MapType) type, (MapColumn) column, row, seed);
      case STRUCT -> hashStruct((StructType) type, (StructColumn) column, row, seed);
    };
  }

  private static boolean isShort(DataType type) {
    return type instanceof SimpleType simple
        && (simple == SimpleType.TINYINT
            || simple == SimpleType.SMALLINT
            || simple == SimpleType.INT
            || simple == SimpleType.DATE
            || simple == SimpleType.YEAR_MONTH_INTERVAL);
  }

  private static long hashArray(DataType element, ArrayColumn column, int row, long seed) {
    long hash = seed;
    int start = column.start(row);
    for (int i = start; i < start + column.length(row); i++) {
      hash = hash(element, column.elements(), i, hash);
    }
    return hash;
  }

  private static long hashMap(MapType type, MapColumn column, int row, long seed) {
    long hash = seed;
    int start = column.start(row);
    for (int i = start; i < start + column.length(row); i++) {
      hash = hash(type.key(), column.keys(), i, hash);
      hash = hash(type.value(), column.values(), i, hash);
    }
    return hash;
  }

  private static long hashStruct(StructType type, StructColumn column, int row, long seed) {
    long hash = seed;
    for (int i = 0; i < type.fields().size(); i++) {
      hash = hash(type.fields().get(i).type(), column.field(i), row, hash);
    }
    return hash;
  }

  static long hashInt(int value, long seed) {
    long hash = seed + P5 + 4;
    return mix(addInt(hash, value));
  }

  static long hashLong(long value, long seed) {
    long hash = seed + P5 + 8;
    return mix(addLong(hash, value));
  }

  static long hashBytes(byte[] data, int offset, int length, long seed) {
    int at = offset;
    int end = offset + length;
    long hash;
    if (length >= 32) {
      long a = seed + P1 + P2;
      long b = seed + P2;
      long c = seed;
      long d = seed - P1;
      for (; at <= end - 32; at += 32) {
        a = round(a, (long) LONGS.get(data, at));
        b = round(b, (long) LONGS.get(data, at + 8));
        c = round(c, (long) LONGS.get(data, at + 16));
        d = round(d, (long) LONGS.get(data, at + 24));
      }
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      hash = fold(fold(fold(fold(hash, a), b), c), d);
    } else {
      hash = seed + P5;
    }
    return mix(addTail(hash + length, data, at, end));
  }

  private static long addTail(long start, byte[] data, int from, int end) {
    long hash = start;
    int at = from;
    for (; at <= end - 8; at += 8) {
      hash = addLong(hash, (long) LONGS.get(data, at));
    }
    if (at <= end - 4) {
      hash = addInt(hash, (int) INTS.get(data, at));
      at += 4;
    }
    for (; at < end; at++) {
      hash = Long.rotateLeft(hash ^ ((data[at] & 0xFF) * P5), 11) * P1;
    }
    return hash;
  }

  private static long addInt(long hash, int value) {
    return Long.rotateLeft(hash ^ ((value & 0xFFFFFFFFL) * P1), 23) * P2 + P3;
  }

  private static long addLong(long hash, long value) {
    return Long.rotateLeft(hash ^ round(0, value), 27) * P1 + P4;
  }

  private static long round(long lane, long value) {
    return Long.rotateLeft(lane + value * P2, 31) * P1;
  }

  private static long fold(long hash, long lane) {
    return (hash ^ round(0, lane)) * P1 + P4;
  }

  private static long mix(long start) {
    long hash = start;
    hash ^= hash >>> 33;
    hash *= P2;
    hash ^= hash >>> 29;
    hash *= P3;
    return hash ^ (hash >>> 32);
  }
}
