package tidemark.operators.expr.kernel;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;

/** Compares two long columns. */
final class LongComparison implements Evaluator {
  private final Comparison comparison;
  private final Evaluator left;
  private final Evaluator right;

  LongComparison(Comparison comparison, Evaluator left, Evaluator right) {
    boolean swap = comparison.positive() == Comparison.GREATER;
    this.comparison = swap ? comparison.swapped() : comparison;
    this.left = swap ? right : left;
    this.right = swap ? left : right;
  }

  @Override
  public Column evaluate(Batch batch, Selection rows) {
    LongColumn a = (LongColumn) left.evaluate(batch, rows);
    LongColumn b = (LongColumn) right.evaluate(batch, rows);
    boolean[] out = new boolean[batch.size()];
    boolean not = comparison.negated();
    if (comparison.positive() == Comparison.EQUAL) {
      equal(a.values(), b.values(), not, rows, out);
    } else {
      less(a.values(), b.values(), not, rows, out);
    }
    return new BooleanColumn(out, Columns.nulls(a, b), batch.size());
  }

  private static void less(long[] a, long[] b, boolean not, Selection rows, boolean[] out) {
    int[] list = rows.rows();
    int count = rows.count();
    if (list == null) {
      for (int i = 0; i < count; i++) {
        out[i] = (a[i] < b[i]) ^ not;
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int r = list[i];
      out[r] = (a[r] < b[r]) ^ not;
    }
  }

  private static void equal(long[] a, long[] b, boolean not, Selection rows, boolean[] out) {
    int[] list = rows.rows();
    int count = rows.count();
    if (list == null) {
      for (int i = 0; i < count; i++) {
        out[i] = (a[i] == b[i]) ^ not;
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int r = list[i];
      out[r] = (a[r] == b[r]) ^ not;
    }
  }

  /** Compares a long column with one value. */
  static final class WithScalar implements Evaluator {
    private final Comparison comparison;
    private final Evaluator left;
    private final long scalar;

    WithScalar(Comparison comparison, Evaluator left, long scalar) {
      this.comparison = comparison;
      this.left = left;
      this.scalar = scalar;
    }

    @Override
    public Column evaluate(Batch batch, Selection rows) {
      LongColumn a = (LongColumn) left.evaluate(batch, rows);
      boolean[] out = new boolean[batch.size()];
      boolean not = comparison.negated();
      switch (comparison.positive()) {
        case EQUAL -> equal(a.values(), scalar, not, rows, out);
        case LESS -> less(a.values(), scalar, not, rows, out);
        case GREATER, NOT_EQUAL, AT_MOST, AT_LEAST -> greater(a.values(), scalar, not, rows, out);
      }
      return new BooleanColumn(out, a.nulls(), batch.size());
    }

    private static void less(long[] a, long s, boolean not, Selection rows, boolean[] out) {
      int[] list = rows.rows();
      int count = rows.count();
      if (list == null) {
        for (int i = 0; i < count; i++) {
          out[i] = (a[i] < s) ^ not;
        }
        return;
      }
      for (int i = 0; i < count; i++) {
        out[list[i]] = (a[list[i]] < s) ^ not;
      }
    }

    private static void greater(long[] a, long s, boolean not, Selection rows, boolean[] out) {
      int[] list = rows.rows();
      int count = rows.count();
      if (list == null) {
        for (int i = 0; i < count; i++) {
          out[i] = (a[i] > s) ^ not;
        }
        return;
      }
      for (int i = 0; i < count; i++) {
        out[list[i]] = (a[list[i]] > s) ^ not;
      }
    }

    private static void equal(long[] a, long s, boolean not, Selection rows, boolean[] out) {
      int[] list = rows.rows();
      int count = rows.count();
      if (list == null) {
        for (int i = 0; i < count; i++) {
          out[i] = (a[i] == s) ^ not;
        }
        return;
      }
      for (int i = 0; i < count; i++) {
        out[list[i]] = (a[list[i]] == s) ^ not;
      }
    }
  }
}
