package tidemark.operators.expr.kernel;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;

/** Adds, subtracts or multiplies double columns; those of a float result are rounded to float. */
final class DoubleArithmetic implements Evaluator {
  private final LongArithmetic.Operation operation;
  private final Evaluator left;
  private final Evaluator right;
  private final boolean single;

  DoubleArithmetic(
      LongArithmetic.Operation operation, Evaluator left, Evaluator right, boolean single) {
    this.operation = operation;
    this.left = left;
    this.right = right;
    this.single = single;
  }

  @Override
  public Column evaluate(Batch batch, Selection rows) {
    DoubleColumn x = (DoubleColumn) left.evaluate(batch, rows);
    DoubleColumn y = (DoubleColumn) right.evaluate(batch, rows);
    double[] a = x.values();
    double[] b = y.values();
    double[] out = new double[batch.size()];
    int count = rows.count();
    switch (operation) {
      case ADD -> {
        for (int i = 0; i < count; i++) {
          int r = rows.row(i);
          out[r] = a[r] + b[r];
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < count; i++) {
          int r = rows.row(i);
          out[r] = a[r] - b[r];
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < count; i++) {
          int r = rows.row(i);
          out[r] = a[r] * b[r];
        }
      }
    }
    if (single) {
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        out[r] = (float) out[r];
      }
    }
    return new DoubleColumn(out, Columns.nulls(x, y), batch.size());
  }
}
