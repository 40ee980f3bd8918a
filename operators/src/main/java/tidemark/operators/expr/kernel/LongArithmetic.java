package tidemark.operators.expr.kernel;

import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;

/**
 * Adds, subtracts or multiplies long columns within a range. The loops only note that some row left
 * the range; which one is looked for afterwards, among the rows that count.
 */
final class LongArithmetic implements Evaluator {
  /** What is computed. */
  enum Operation {
    ADD,
    SUBTRACT,
    MULTIPLY
  }

  /** Makes the failure of a row. */
  interface Overflow {
    Failure of(long a, long b);
  }

  private final Operation operation;
  private final Evaluator left;
  private final Evaluator right;
  private final long min;
  private final long max;
  private final Overflow overflow;

  LongArithmetic(
      Operation operation, Evaluator left, Evaluator right, long min, long max, Overflow overflow) {
    this.operation = operation;
    this.left = left;
    this.right = right;
    this.min = min;
    this.max = max;
    this.overflow = overflow;
  }

  @Override
  public Column evaluate(Batch batch, Selection rows) {
    LongColumn x = (LongColumn) left.evaluate(batch, rows);
    long[] a = x.values();
    long[] out = new long[batch.size()];
    boolean[] nulls;
    boolean suspicious;
    long[] b;
    if (right instanceof Constant constant) {
      b = null;
      nulls = x.nulls();
      suspicious = scalar(a, constant.longValue(), rows, out) < 0;
    } else {
      LongColumn y = (LongColumn) right.evaluate(batch, rows);
      b = y.values();
      nulls = Columns.nulls(x, y);
      suspicious = columns(a, b, rows, out) < 0;
    }
    if (suspicious) {
      check(a, b, nulls, rows);
    }
    return new LongColumn(out, nulls, batch.size());
  }

  private long columns(long[] a, long[] b, Selection rows, long[] out) {
    int[] list = rows.rows();
    int count = rows.count();
    long bad = 0;
    if (list != null) {
      for (int i = 0; i < count; i++) {
        int r = list[i];
        bad |= one(a[r], b[r], r, out);
      }
      return bad;
    }
    switch (operation) {
      case ADD -> {
        for (int i = 0; i < count; i++) {
          bad |= add(a[i], b[i], i, out);
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < count; i++) {
          bad |= subtract(a[i], b[i], i, out);
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < count; i++) {
          bad |= multiply(a[i], b[i], i, out);
        }
      }
    }
    return bad;
  }

  private long scalar(long[] a, long s, Selection rows, long[] out) {
    int[] list = rows.rows();
    int count = rows.count();
    long bad = 0;
    if (list != null) {
      for (int i = 0; i < count; i++) {
        int r = list[i];
        bad |= one(a[r], s, r, out);
      }
      return bad;
    }
    switch (operation) {
      case ADD -> {
        for (int i = 0; i < count; i++) {
          bad |= add(a[i], s, i, out);
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < count; i++) {
          bad |= subtract(a[i], s, i, out);
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < count; i++) {
          bad |= multiply(a[i], s, i, out);
        }
      }
    }
    return bad;
  }

  /** Computes one row; negative if the result is out of range. */
  private long one(long a, long b, int row, long[] out) {
    return switch (operation) {
      case ADD -> add(a, b, row, out);
      case SUBTRACT -> subtract(a, b, row, out);
      case MULTIPLY -> multiply(a, b, row, out);
    };
  }

  private long add(long a, long b, int row, long[] out) {
    long c = a + b;
    out[row] = c;
    return ((a ^ c) & (b ^ c)) | outside(c);
  }

  private long subtract(long a, long b, int row, long[] out) {
    long c = a - b;
    out[row] = c;
    return ((a ^ b) & (a ^ c)) | outside(c);
  }

  private long multiply(long a, long b, int row, long[] out) {
    long c = a * b;
    out[row] = c;
    return (Math.multiplyHigh(a, b) != c >> 63 ? -1L : 0L) | outside(c);
  }

  /** Negative if the value is below min or above max; min is negative and max positive. */
  private long outside(long c) {
    return ((c - min) & c) | ((max - c) & ~c);
  }

  private void check(long[] a, long @Nullable [] b, boolean @Nullable [] nulls, Selection rows) {
    long scalar = right instanceof Constant constant ? constant.longValue() : 0;
    long[] scratch = new long[1];
    for (int i = 0; i < rows.count(); i++) {
      int r = rows.row(i);
      long second = b == null ? scalar : b[r];
      if ((nulls == null || !nulls[r]) && one(a[r], second, 0, scratch) < 0) {
        throw overflow.of(a[r], second);
      }
    }
  }
}
