package tidemark.operators.state;

import java.math.BigDecimal;
import java.math.BigInteger;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Physical;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * Copies stored values to a type that holds them all: an integral type to a greater one, float to
 * double, a decimal to one with more digits before the point, and these within arrays, maps and
 * structs; a whole number also to double. The types were found to fit before, or every stored value
 * to be one of the narrower type.
 */
final class FieldCast {
  private final DataType from;
  private final DataType to;
  private final boolean same;

  FieldCast(DataType from, DataType to) {
    this.from = from;
    this.to = to;
    this.same = from.equals(to);
  }

  /** Copies a value that is not null. */
  void copy(StateReader in, StateWriter out) {
    if (same) {
      int start = in.position();
      in.skipValue(from);
      out.writeRaw(in.bytes(), start, in.position() - start);
    } else {
      copy(from, to, in, out);
    }
  }

  /** Writes what stands for null in a field that cannot be null. */
  void writeZero(StateWriter out) {
    switch (to.physical()) {
      case BOOLEAN -> out.writeBoolean(false);
      case LONG -> out.writeLong(0);
      case DOUBLE -> writeDouble(0, to, out);
      case DECIMAL -> out.writeUnscaled(BigInteger.ZERO);
      case BYTES, ARRAY, MAP -> out.writeCount(0);
      case STRUCT -> ((StructType) to).fields().forEach(field -> out.writePresence(false));
    }
  }

  private static void copyNullable(DataType from, DataType to, StateReader in, StateWriter out) {
    boolean present = in.readPresence();
    out.writePresence(present);
    if (present) {
      copy(from, to, in, out);
    }
  }

  private static void copy(DataType from, DataType to, StateReader in, StateWriter out) {
    switch (from.physical()) {
      case BOOLEAN -> out.writeBoolean(in.readBoolean());
      case LONG -> writeLong(in.readLong(), from, to, out);
      case DOUBLE ->
          writeDouble(from == SimpleType.FLOAT ? in.readFloat() : in.readDouble(), to, out);
      case BYTES -> {
        int length = in.readCount();
        out.writeBytes(in.bytes(), in.position(), length);
        in.skipRaw(length);
      }
      case DECIMAL ->
          writeDecimal(
              new BigDecimal(in.readUnscaled(), ((DecimalType) from).scale()),
              (DecimalType) to,
              out);
      case ARRAY -> copyArray(((ArrayType) from).element(), ((ArrayType) to).element(), in, out);
      case MAP -> copyMap((MapType) from, (MapType) to, in, out);
      case STRUCT -> copyStruct((StructType) from, (StructType) to, in, out);
    }
  }

  private static void writeLong(long value, DataType from, DataType to, StateWriter out) {
    if (to instanceof DecimalType decimal) {
      int scale = from instanceof DecimalType scaled ? scaled.scale() : 0;
      writeDecimal(BigDecimal.valueOf(value, scale), decimal, out);
    } else if (to.physical() == Physical.DOUBLE) {
      writeDouble(value, to, out);
    } else {
      out.writeLong(value);
    }
  }

  /** A value that fits loses no digit under the other scale. */
  private static void writeDecimal(BigDecimal value, DecimalType to, StateWriter out) {
    BigInteger unscaled = value.setScale(to.scale()).unscaledValue();
    if (to.physical() == Physical.LONG) {
      out.writeLong(unscaled.longValueExact());
    } else {
      out.writeUnscaled(unscaled);
    }
  }

  private static void writeDouble(double value, DataType to, StateWriter out) {
    if (to == SimpleType.FLOAT) {
      out.writeFloat((float) value);
    } else {
      out.writeDouble(value);
    }
  }

  private static void copyArray(DataType from, DataType to, StateReader in, StateWriter out) {
    int count = in.readCount();
    out.writeCount(count);
    for (int i = 0; i < count; i++) {
      copyNullable(from, to, in, out);
    }
  }

  private static void copyMap(MapType from, MapType to, StateReader in, StateWriter out) {
    int count = in.readCount();
    out.writeCount(count);
    for (int i = 0; i < count; i++) {
      copy(from.key(), to.key(), in, out);
      copyNullable(from.value(), to.value(), in, out);
    }
  }

  private static void copyStruct(StructType from, StructType to, StateReader in, StateWriter out) {
    for (int i = 0; i < from.fields().size(); i++) {
      Field field = from.fields().get(i);
      copyNullable(field.type(), to.fields().get(i).type(), in, out);
    }
  }
}
