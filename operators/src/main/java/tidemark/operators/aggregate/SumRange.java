package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Physical;
import tidemark.operators.types.SimpleType;

/** The values that a sum of some type can have, and how a sum is stored and shown. */
final class SumRange {
  private final DataType type;
  private final BigInteger low;
  private final BigInteger high;

  /** The range of bigint, an interval or a decimal type. */
  SumRange(DataType type) {
    this.type = type;
    if (type instanceof DecimalType decimal) {
      high = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
      low = high.negate();
    } else if (type == SimpleType.YEAR_MONTH_INTERVAL) {
      high = BigInteger.valueOf(Integer.MAX_VALUE);
      low = BigInteger.valueOf(Integer.MIN_VALUE);
    } else {
      high = BigInteger.valueOf(Long.MAX_VALUE);
      low = BigInteger.valueOf(Long.MIN_VALUE);
    }
  }

  boolean contains(BigInteger sum) {
    return sum.compareTo(low) >= 0 && sum.compareTo(high) <= 0;
  }

  /** Whether the sum of the group fits the type. */
  boolean contains(ExactSums sums, int group) {
    return (type == SimpleType.BIGINT && sums.isLong(group)) || contains(sums.total(group));
  }

  /** Writes a sum that fits. */
  void write(ExactSums sums, int group, StateWriter out) {
    if (type.physical() == Physical.DECIMAL) {
      out.writeUnscaled(sums.total(group));
    } else {
      out.writeLong(sums.longTotal(group));
    }
  }

  /** Adds a written sum to the group. */
  void readInto(ExactSums sums, int group, StateReader in) {
    if (type.physical() == Physical.DECIMAL) {
      sums.add(group, in.readUnscaled());
    } else {
      sums.add(group, in.readLong());
    }
  }

  /** Appends a value that fits. */
  void append(BigInteger unscaled, ColumnBuilder out) {
    if (type.physical() == Physical.DECIMAL) {
      ((DecimalBuilder) out).append(new BigDecimal(unscaled, ((DecimalType) type).scale()));
    } else {
      ((LongBuilder) out).append(unscaled.longValue());
    }
  }

  /** What is thrown where a value does not fit. */
  Failure overflow(String function) {
    return new Failure(
        Code.TM610,
        "`" + function + "` exceeds the range of " + type.ddl(),
        type instanceof DecimalType
            ? "use `try_" + function + "`, which gives null instead, or a smaller scale"
            : "use `try_" + function + "`, which gives null instead, or cast to a wider type");
  }
}
