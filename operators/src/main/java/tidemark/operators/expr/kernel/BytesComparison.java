package tidemark.operators.expr.kernel;

import java.util.Arrays;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;

/** Compares strings or binary values by their bytes, unsigned. */
final class BytesComparison implements Evaluator {
  private final Comparison comparison;
  private final Evaluator left;
  private final Evaluator right;

  BytesComparison(Comparison comparison, Evaluator left, Evaluator right) {
    this.comparison = comparison;
    this.left = left;
    this.right = right;
  }

  @Override
  public Column evaluate(Batch batch, Selection rows) {
    BytesColumn a = (BytesColumn) left.evaluate(batch, rows);
    BytesColumn b = (BytesColumn) right.evaluate(batch, rows);
    boolean[] nulls = Columns.nulls(a, b);
    boolean[] out = new boolean[batch.size()];
    boolean equality = comparison.positive() == Comparison.EQUAL;
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int r = rows.row(i);
      if (nulls != null && nulls[r]) {
        continue;
      }
      int s = a.start(r);
      int t = b.start(r);
      out[r] =
          equality
              ? (a.length(r) == b.length(r)
                      && Arrays.equals(a.data(), s, s + a.length(r), b.data(), t, t + b.length(r)))
                  ^ comparison.negated()
              : comparison.holds(
                  Arrays.compareUnsigned(
                      a.data(), s, s + a.length(r), b.data(), t, t + b.length(r)));
    }
    return new BooleanColumn(out, nulls, batch.size());
  }

  /** Compares with one value. */
  static final class WithScalar implements Evaluator {
    private final Comparison comparison;
    private final Evaluator left;
    private final byte[] scalar;

    WithScalar(Comparison comparison, Evaluator left, byte[] scalar) {
      this.comparison = comparison;
      this.left = left;
      this.scalar = scalar;
    }

    @Override
    public Column evaluate(Batch batch, Selection rows) {
      BytesColumn a = (BytesColumn) left.evaluate(batch, rows);
      boolean[] out = new boolean[batch.size()];
      if (comparison.positive() == Comparison.EQUAL) {
        equality(a, rows, out);
      } else {
        order(a, rows, out);
      }
      return new BooleanColumn(out, a.nulls(), batch.size());
    }

    private void equality(BytesColumn a, Selection rows, boolean[] out) {
      byte[] data = a.data();
      int[] starts = a.starts();
      int[] lengths = a.lengths();
      boolean[] nulls = a.nulls();
      boolean not = comparison.negated();
      int size = scalar.length;
      int count = rows.count();
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        if (nulls == null || !nulls[r]) {
          int s = starts[r];
          boolean same =
              lengths[r] == size
                  && (size == 0
                      || (data[s] == scalar[0]
                          && Arrays.equals(data, s, s + size, scalar, 0, size)));
          out[r] = same ^ not;
        }
      }
    }

    private void order(BytesColumn a, Selection rows, boolean[] out) {
      byte[] data = a.data();
      int count = rows.count();
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        if (!a.isNull(r)) {
          int s = a.start(r);
          out[r] =
              comparison.holds(
                  Arrays.compareUnsigned(data, s, s + a.length(r), scalar, 0, scalar.length));
        }
      }
    }
  }
}
