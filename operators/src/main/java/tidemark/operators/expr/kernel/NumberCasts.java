package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.expr.value.NumberText;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Casts between numbers and truth values. */
final class NumberCasts {
  private NumberCasts() {}

  static RowCast of(DataType from, DataType to) {
    if (from == SimpleType.BOOLEAN) {
      return fromBoolean(to);
    }
    if (to == SimpleType.BOOLEAN) {
      return toBoolean(from);
    }
    if (to instanceof DecimalType decimal) {
      return toDecimal(from, decimal);
    }
    if (to.isFractional()) {
      return toFloating(from, to);
    }
    return toIntegral(from, Arithmetic.min(to), Arithmetic.max(to));
  }

  private static RowCast fromBoolean(DataType to) {
    if (to instanceof DecimalType decimal) {
      return (in, r, out) ->
          put(
              out,
              r,
              NumberText.fitted(
                  ((BooleanColumn) in).get(r) ? BigDecimal.ONE : BigDecimal.ZERO, decimal));
    }
    return (in, r, out) -> {
      boolean value = ((BooleanColumn) in).get(r);
      if (to.isFractional()) {
        out.set(r, value ? 1.0 : 0.0);
      } else {
        out.set(r, value ? 1L : 0L);
      }
      return true;
    };
  }

  private static RowCast toBoolean(DataType from) {
    return (in, r, out) -> {
      out.set(r, toBigOrDouble(in, r, from));
      return true;
    };
  }

  private static boolean toBigOrDouble(Column in, int row, DataType from) {
    if (in instanceof DoubleColumn doubles) {
      return doubles.get(row) != 0;
    }
    return from instanceof DecimalType decimal
        ? Casts.decimal(in, row, decimal).signum() != 0
        : ((LongColumn) in).get(row) != 0;
  }

  private static boolean put(ColumnSink out, int row, @Nullable BigDecimal value) {
    if (value == null) {
      return false;
    }
    out.set(row, value);
    return true;
  }

  private static RowCast toDecimal(DataType from, DecimalType to) {
    if (from instanceof DecimalType decimal) {
      return narrowDecimal(decimal, to);
    }
    if (from.isFractional()) {
      return (in, r, out) -> {
        double value = ((DoubleColumn) in).get(r);
        if (!Double.isFinite(value)) {
          out.setNull(r);
          return true;
        }
        return put(out, r, NumberText.fitted(new BigDecimal(Double.toString(value)), to));
      };
    }
    return (in, r, out) ->
        put(out, r, NumberText.fitted(BigDecimal.valueOf(((LongColumn) in).get(r)), to));
  }

  private static RowCast narrowDecimal(DecimalType from, DecimalType to) {
    int more = to.scale() - from.scale();
    boolean inLongs =
        from.precision() <= DecimalType.MAX_LONG_DIGITS
            && to.precision() <= DecimalType.MAX_LONG_DIGITS
            && more >= 0
            && from.precision() + more <= DecimalType.MAX_LONG_DIGITS;
    if (!inLongs) {
      return (in, r, out) -> put(out, r, NumberText.fitted(Casts.decimal(in, r, from), to));
    }
    long factor = BigDecimal.TEN.pow(more).longValueExact();
    long limit = BigDecimal.TEN.pow(to.precision()).longValueExact();
    return (in, r, out) -> {
      long value = ((LongColumn) in).get(r) * factor;
      out.set(r, value);
      return value < limit && value > -limit;
    };
  }

  private static RowCast toFloating(DataType from, DataType to) {
    boolean single = to == SimpleType.FLOAT;
    if (from instanceof DecimalType decimal) {
      return (in, r, out) -> {
        BigDecimal value = Casts.decimal(in, r, decimal);
        out.set(r, single ? value.floatValue() : value.doubleValue());
        return true;
      };
    }
    return (in, r, out) -> {
      out.set(r, (double) (float) ((DoubleColumn) in).get(r));
      return true;
    };
  }

  private static RowCast toIntegral(DataType from, long min, long max) {
    if (from instanceof DecimalType decimal) {
      return (in, r, out) -> {
        BigDecimal value = Casts.decimal(in, r, decimal).setScale(0, RoundingMode.DOWN);
        if (value.unscaledValue().bitLength() > 63) {
          return false;
        }
        long whole = value.longValue();
        out.set(r, whole);
        return whole >= min && whole <= max;
      };
    }
    if (from.isFractional()) {
      return (in, r, out) -> {
        double value = ((DoubleColumn) in).get(r);
        out.set(r, (long) value);
        return Math.floor(value) <= max && Math.ceil(value) >= min;
      };
    }
    return (in, r, out) -> {
      long value = ((LongColumn) in).get(r);
      out.set(r, value);
      return value >= min && value <= max;
    };
  }
}
