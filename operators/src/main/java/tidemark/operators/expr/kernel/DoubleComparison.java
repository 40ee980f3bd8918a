package tidemark.operators.expr.kernel;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;

/** Compares two double columns; NaN equals NaN and is above all else, the two zeros are equal. */
final class DoubleComparison implements Evaluator {
  private final Comparison comparison;
  private final Evaluator left;
  private final Evaluator right;

  DoubleComparison(Comparison comparison, Evaluator left, Evaluator right) {
    boolean swap = comparison.positive() == Comparison.GREATER;
    this.comparison = swap ? comparison.swapped() : comparison;
    this.left = swap ? right : left;
    this.right = swap ? left : right;
  }

  @Override
  public Column evaluate(Batch batch, Selection rows) {
    DoubleColumn left = (DoubleColumn) this.left.evaluate(batch, rows);
    DoubleColumn right = (DoubleColumn) this.right.evaluate(batch, rows);
    double[] a = left.values();
    double[] b = right.values();
    boolean[] out = new boolean[batch.size()];
    boolean not = comparison.negated();
    boolean equal = comparison.positive() == Comparison.EQUAL;
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int r = rows.row(i);
      boolean holds =
          equal
              ? a[r] == b[r] || (Double.isNaN(a[r]) && Double.isNaN(b[r]))
              : a[r] < b[r] || (Double.isNaN(b[r]) && !Double.isNaN(a[r]));
      out[r] = holds ^ not;
    }
    return new BooleanColumn(out, Columns.nulls(left, right), batch.size());
  }

  /** Compares a double column with one value that is not NaN. */
  static final class WithScalar implements Evaluator {
    private final Comparison comparison;
    private final Evaluator left;
    private final double scalar;

    WithScalar(Comparison comparison, Evaluator left, double scalar) {
      this.comparison = comparison;
      this.left = left;
      this.scalar = scalar;
    }

    @Override
    public Column evaluate(Batch batch, Selection rows) {
      DoubleColumn column = (DoubleColumn) left.evaluate(batch, rows);
      double[] a = column.values();
      double s = scalar;
      boolean[] out = new boolean[batch.size()];
      int count = rows.count();
      switch (comparison) {
        case EQUAL -> {
          for (int i = 0; i < count; i++) {
            int r = rows.row(i);
            out[r] = a[r] == s;
          }
        }
        case NOT_EQUAL -> {
          for (int i = 0; i < count; i++) {
            int r = rows.row(i);
            out[r] = a[r] != s;
          }
        }
        case LESS, AT_LEAST -> {
          boolean not = comparison == Comparison.AT_LEAST;
          for (int i = 0; i < count; i++) {
            int r = rows.row(i);
            out[r] = (a[r] < s) ^ not;
          }
        }
        case GREATER, AT_MOST -> {
          boolean not = comparison == Comparison.GREATER;
          for (int i = 0; i < count; i++) {
            int r = rows.row(i);
            out[r] = (a[r] <= s) ^ not;
          }
        }
      }
      return new BooleanColumn(out, column.nulls(), batch.size());
    }
  }
}
