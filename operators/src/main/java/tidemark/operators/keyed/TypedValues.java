package tidemark.operators.keyed;

import java.math.BigDecimal;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Physical;
import tidemark.operators.types.SimpleType;

/** Checks of values that Java code sets: a wrong one must not be stored under a type. */
final class TypedValues {
  private TypedValues() {}

  /** The number, which must fit the field's type. */
  static long whole(Field field, long value) {
    DataType type = field.type();
    boolean isWhole = type.physical() == Physical.LONG && !(type instanceof DecimalType);
    long most =
        type == SimpleType.TINYINT
            ? Byte.MAX_VALUE
            : type == SimpleType.SMALLINT
                ? Short.MAX_VALUE
                : type == SimpleType.INT || type == SimpleType.DATE
                    ? Integer.MAX_VALUE
                    : Long.MAX_VALUE;
    if (!isWhole || value > most || value < -most - 1) {
      throw unfit(field, Long.toString(value));
    }
    return value;
  }

  /** The number as the field's type holds it. */
  static double fractional(Field field, double value) {
    if (field.type().physical() != Physical.DOUBLE) {
      throw unfit(field, Double.toString(value));
    }
    return field.type() == SimpleType.FLOAT ? (float) value : value;
  }

  /** The unscaled value of a decimal of at most 18 digits. */
  static long unscaled(Field field, BigDecimal value) {
    if (field.type() instanceof DecimalType type && type.physical() == Physical.LONG) {
      BigDecimal scaled = value.stripTrailingZeros();
      if (scaled.scale() <= type.scale()
          && scaled.precision() - scaled.scale() <= type.precision() - type.scale()) {
        return scaled.setScale(type.scale()).unscaledValue().longValueExact();
      }
    }
    throw unfit(field, value.toString());
  }

  /** Fails unless values of this kind can be put into the field. */
  static void check(Field field, DataType wanted, Object value) {
    if (field.type() != wanted) {
      throw unfit(field, value.toString());
    }
  }

  private static IllegalArgumentException unfit(Field field, String value) {
    return new IllegalArgumentException(
        value + " is no value for `" + field.name() + "` (" + field.type().ddl() + ")");
  }
}
