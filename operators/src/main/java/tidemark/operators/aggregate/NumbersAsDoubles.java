package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/**
 * Values of a numeric or time type as doubles, and doubles as values of it.
 *
 * @param type of the values
 */
record NumbersAsDoubles(DataType type) {
  double read(Column values, int row) {
    if (values instanceof DoubleColumn doubles) {
      return doubles.get(row);
    }
    if (values instanceof DecimalColumn decimals) {
      return decimals.get(row).doubleValue();
    }
    long value = ((LongColumn) values).get(row);
    return type instanceof DecimalType decimal
        ? BigDecimal.valueOf(value, decimal.scale()).doubleValue()
        : (double) value;
  }

  /** Decimals are rounded half up to their scale, whole numbers and times towards zero. */
  void append(double value, ColumnBuilder out) {
    if (out instanceof DoubleBuilder doubles) {
      doubles.append(type == SimpleType.FLOAT ? (float) value : value);
    } else if (type instanceof DecimalType decimal) {
      BigDecimal rounded =
          BigDecimal.valueOf(value).setScale(decimal.scale(), RoundingMode.HALF_UP);
      if (out instanceof DecimalBuilder decimals) {
        decimals.append(rounded);
      } else {
        ((LongBuilder) out).append(rounded.unscaledValue().longValue());
      }
    } else {
      ((LongBuilder) out).append((long) value);
    }
  }
}
