package tidemark.runner.layout;

import java.util.List;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Which types hold every value of another type, so that stored values may be read as theirs. */
public final class Widening {
  private static final List<SimpleType> INTEGRAL =
      List.of(SimpleType.TINYINT, SimpleType.SMALLINT, SimpleType.INT, SimpleType.BIGINT);

  private Widening() {}

  /** True if the types are equal, or the second holds each value of the first as it is. */
  public static boolean keepsValues(DataType from, DataType to) {
    if (from.equals(to)) {
      return true;
    }
    if (from instanceof DecimalType narrow && to instanceof DecimalType wide) {
      return narrow.scale() == wide.scale() && wide.precision() > narrow.precision();
    }
    if (from == SimpleType.FLOAT && to == SimpleType.DOUBLE) {
      return true;
    }
    int narrow = INTEGRAL.indexOf(from);
    int wide = INTEGRAL.indexOf(to);
    return narrow >= 0 && wide > narrow;
  }

  /**
   * True if each value of the first type shows by itself whether the second holds it as it is: both
   * are numbers of one kind. A text is never a number, nor a time one, whatever is stored.
   */
  public static boolean dependsOnValues(DataType from, DataType to) {
    return from instanceof DecimalType && to instanceof DecimalType
        || from == SimpleType.DOUBLE && to == SimpleType.FLOAT
        || INTEGRAL.contains(from) && INTEGRAL.contains(to);
  }
}
