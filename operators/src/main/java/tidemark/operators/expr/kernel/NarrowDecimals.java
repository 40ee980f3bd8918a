package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;

/**
 * Sums, differences and products of decimals that lie in longs, where the result's type holds every
 * result: nothing is rounded and nothing overflows.
 */
final class NarrowDecimals {
  private NarrowDecimals() {}

  static boolean fits(String operator, DecimalType x, DecimalType y, DataType result) {
    return (operator.equals("+") || operator.equals("-") || operator.equals("*"))
        && isNarrow(x)
        && isNarrow(y)
        && result instanceof DecimalType type
        && isNarrow(type);
  }

  private static boolean isNarrow(DecimalType type) {
    return type.precision() <= DecimalType.MAX_LONG_DIGITS;
  }

  static Evaluator of(
      String operator, Evaluator a, Evaluator b, DecimalType x, DecimalType y, DecimalType result) {
    if (operator.equals("*")) {
      return (batch, rows) -> product(a, b, batch, rows);
    }
    long first = factor(result.scale() - x.scale());
    long second = factor(result.scale() - y.scale()) * (operator.equals("-") ? -1 : 1);
    return (batch, rows) -> sum(a, first, b, second, batch, rows);
  }

  private static long factor(int digits) {
    return BigDecimal.TEN.pow(digits).longValueExact();
  }

  private static Column product(Evaluator left, Evaluator right, Batch batch, Selection rows) {
    LongColumn x = (LongColumn) left.evaluate(batch, rows);
    LongColumn y = (LongColumn) right.evaluate(batch, rows);
    long[] a = x.values();
    long[] b = y.values();
    long[] out = new long[batch.size()];
    int count = rows.count();
    if (rows.isDense()) {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] * b[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        out[r] = a[r] * b[r];
      }
    }
    return new LongColumn(out, Columns.nulls(x, y), batch.size());
  }

  private static Column sum(
      Evaluator left, long first, Evaluator right, long second, Batch batch, Selection rows) {
    LongColumn x = (LongColumn) left.evaluate(batch, rows);
    LongColumn y = (LongColumn) right.evaluate(batch, rows);
    long[] a = x.values();
    long[] b = y.values();
    long[] out = new long[batch.size()];
    int count = rows.count();
    if (rows.isDense()) {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] * first + b[i] * second;
      }
    } else {
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        out[r] = a[r] * first + b[r] * second;
      }
    }
    return new LongColumn(out, Columns.nulls(x, y), batch.size());
  }
}
