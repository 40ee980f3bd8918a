package tidemark.operators.expr.kernel;

import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;

/** Division and remainders of long and double columns; a zero divisor fails, unless null is in. */
final class Division {
  /** What is computed. */
  enum Operation {
    QUOTIENT("/", "try_divide"),
    WHOLE("DIV", "try_divide"),
    REMAINDER("%", "try_mod"),
    POSITIVE_REMAINDER("pmod", "try_mod");

    private final String sign;
    private final String trying;

    Operation(String sign, String trying) {
      this.sign = sign;
      this.trying = trying;
    }
  }

  private Division() {}

  static Evaluator ofDoubles(Operation operation, Evaluator left, Evaluator right) {
    return (batch, rows) -> doubles(operation, left, right, batch, rows);
  }

  private static Column doubles(
      Operation operation, Evaluator left, Evaluator right, Batch batch, Selection rows) {
    DoubleColumn x = (DoubleColumn) left.evaluate(batch, rows);
    DoubleColumn y = (DoubleColumn) right.evaluate(batch, rows);
    double[] a = x.values();
    double[] b = y.values();
    double[] out = new double[batch.size()];
    boolean[] nulls = Columns.nulls(x, y);
    boolean zero = false;
    int count = rows.count();
    if (operation == Operation.QUOTIENT) {
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        zero |= b[r] == 0;
        out[r] = a[r] / b[r];
      }
    } else {
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        zero |= b[r] == 0;
        double rest = a[r] % b[r];
        out[r] =
            operation == Operation.POSITIVE_REMAINDER && rest < 0 ? (rest + b[r]) % b[r] : rest;
      }
    }
    if (zero) {
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        check(operation, b[r] == 0, nulls, r, Double.toString(a[r]));
      }
    }
    return new DoubleColumn(out, nulls, batch.size());
  }

  static Evaluator ofLongs(Operation operation, Evaluator left, Evaluator right) {
    return (batch, rows) -> longs(operation, left, right, batch, rows);
  }

  private static Column longs(
      Operation operation, Evaluator left, Evaluator right, Batch batch, Selection rows) {
    LongColumn x = (LongColumn) left.evaluate(batch, rows);
    LongColumn y = (LongColumn) right.evaluate(batch, rows);
    boolean[] nulls = Columns.nulls(x, y);
    long[] out = new long[batch.size()];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int r = rows.row(i);
      long a = x.get(r);
      long b = y.get(r);
      if (b == 0) {
        check(operation, true, nulls, r, Long.toString(a));
        continue;
      }
      switch (operation) {
        case QUOTIENT, WHOLE -> {
          if (a == Long.MIN_VALUE && b == -1 && (nulls == null || !nulls[r])) {
            throw Failures.overflow(a + " DIV -1", "bigint", "try_divide");
          }
          out[r] = a / b;
        }
        case REMAINDER -> out[r] = a % b;
        case POSITIVE_REMAINDER -> {
          long rest = a % b;
          out[r] = rest < 0 ? (rest + b) % b : rest;
        }
      }
    }
    return new LongColumn(out, nulls, batch.size());
  }

  private static void check(
      Operation operation, boolean zero, boolean @Nullable [] nulls, int row, String dividend) {
    if (zero && (nulls == null || !nulls[row])) {
      throw Failures.divisionByZero(dividend + " " + operation.sign + " 0", operation.trying);
    }
  }
}
