package tidemark.operators.batch;

import java.util.Arrays;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.StructType;

/**
 * The order of the values of one type, as Spark SQL sorts them: strings and binary by unsigned
 * bytes, {@code NaN} last and equal to itself, {@code -0.0} equal to {@code 0.0}, {@code false}
 * before {@code true}, arrays and structs element by element with nulls first and the shorter array
 * first.
 */
public abstract sealed class ValueComparator {
  private ValueComparator() {}

  /** Compares two values that are not null: below, at or above zero. */
  public abstract int compare(Column left, int leftRow, Column right, int rightRow);

  /** Compares two values of which either may be null; nulls come first. */
  public final int compareNullsFirst(Column left, int leftRow, Column right, int rightRow) {
    boolean leftNull = left.isNull(leftRow);
    boolean rightNull = right.isNull(rightRow);
    if (leftNull || rightNull) {
      return Boolean.compare(rightNull, leftNull);
    }
    return compare(left, leftRow, right, rightRow);
  }

  /** Whether values of this type have an order: all but maps and what holds a map. */
  public static boolean isOrderable(DataType type) {
    return switch (type.physical()) {
      case BOOLEAN, LONG, DOUBLE, BYTES, DECIMAL -> true;
      case MAP -> false;
      case ARRAY -> isOrderable(((ArrayType) type).element());
      case STRUCT ->
          ((StructType) type).fields().stream().map(Field::type).allMatch(t -> isOrderable(t));
    };
  }

  /**
   * The comparator of an orderable type.
   *
   * @throws IllegalArgumentException if the type is not {@linkplain #isOrderable orderable}
   */
  public static ValueComparator of(DataType type) {
    return switch (type.physical()) {
      case BOOLEAN -> new Booleans();
      case LONG -> new Longs();
      case DOUBLE -> new Doubles();
      case BYTES -> new Bytes();
      case DECIMAL -> new Decimals();
      case ARRAY -> new Arrayed(of(((ArrayType) type).element()));
      case STRUCT ->
          new Structs(
              ((StructType) type)
                  .fields().stream().map(f -> of(f.type())).toArray(ValueComparator[]::new));
      case MAP -> throw new IllegalArgumentException(type.ddl() + " has no order");
    };
  }

  /** The order of doubles: {@code NaN} is the largest, the two zeros are equal. */
  public static int compareDoubles(double left, double right) {
    if (left < right) {
      return -1;
    }
    if (left > right) {
      return 1;
    }
    if (left == right) {
      return 0;
    }
    return Boolean.compare(Double.isNaN(left), Double.isNaN(right));
  }

  private static final class Booleans extends ValueComparator {
    @Override
    public int compare(Column left, int leftRow, Column right, int rightRow) {
      return Boolean.compare(
          ((BooleanColumn) left).get(leftRow), ((BooleanColumn) right).get(rightRow));
    }
  }

  private static final class Longs extends ValueComparator {
    @Override
    public int compare(Column left, int leftRow, Column right, int rightRow) {
      return Long.compare(((LongColumn) left).get(leftRow), ((LongColumn) right).get(rightRow));
    }
  }

  private static final class Doubles extends ValueComparator {
    @Override
    public int compare(Column left, int leftRow, Column right, int rightRow) {
      return compareDoubles(
          ((DoubleColumn) left).get(leftRow), ((DoubleColumn) right).get(rightRow));
    }
  }

  private static final class Bytes extends ValueComparator {
    @Override
    public int compare(Column left, int leftRow, Column right, int rightRow) {
      BytesColumn a = (BytesColumn) left;
      BytesColumn b = (BytesColumn) right;
      int aStart = a.start(leftRow);
      int bStart = b.start(rightRow);
      return Arrays.compareUnsigned(
          a.data(),
          aStart,
          aStart + a.length(leftRow),
          b.data(),
          bStart,
          bStart + b.length(rightRow));
    }
  }

  private static final class Decimals extends ValueComparator {
    @Override
    public int compare(Column left, int leftRow, Column right, int rightRow) {
      return ((DecimalColumn) left).get(leftRow).compareTo(((DecimalColumn) right).get(rightRow));
    }
  }

  private static final class Arrayed extends ValueComparator {
    private final ValueComparator elements;

    Arrayed(ValueComparator elements) {
      this.elements = elements;
    }

    @Override
    public int compare(Column left, int leftRow, Column right, int rightRow) {
      ArrayColumn a = (ArrayColumn) left;
      ArrayColumn b = (ArrayColumn) right;
      int common = Math.min(a.length(leftRow), b.length(rightRow));
      for (int i = 0; i < common; i++) {
        int order =
            elements.compareNullsFirst(
                a.elements(), a.start(leftRow) + i, b.elements(), b.start(rightRow) + i);
        if (order != 0) {
          return order;
        }
      }
      return Integer.compare(a.length(leftRow), b.length(rightRow));
    }
  }

  private static final class Structs extends ValueComparator {
    private final ValueComparator[] fields;

    Structs(ValueComparator[] fields) {
      this.fields = fields;
    }

    @Override
    public int compare(Column left, int leftRow, Column right, int rightRow) {
      StructColumn a = (StructColumn) left;
      StructColumn b = (StructColumn) right;
      for (int i = 0; i < fields.length; i++) {
        int order = fields[i].compareNullsFirst(a.field(i), leftRow, b.field(i), rightRow);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }
  }
}
