package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;

/**
 * Means and the sum of the products of deviations of two variables (for a correlation also their
 * second moments), over the rows in which neither is null; updated and merged as Spark does.
 */
final class ComomentAccumulators extends DoubleSlots {
  private final Comoment comoment;

  ComomentAccumulators(Comoment comoment) {
    super(comoment.fields());
    this.comoment = comoment;
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    DoubleColumn xs = (DoubleColumn) arguments[0];
    DoubleColumn ys = (DoubleColumn) arguments[1];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!xs.isNull(row) && !ys.isNull(row)) {
        add(groups[i] * stride, xs.get(row), ys.get(row));
      }
    }
  }

  private void add(int at, double x, double y) {
    double n = slots[at] + 1;
    double dx = x - slots[at + 1];
    double dy = y - slots[at + 2];
    double xMean = slots[at + 1] + dx / n;
    double yMean = slots[at + 2] + dy / n;
    slots[at] = n;
    slots[at + 1] = xMean;
    slots[at + 2] = yMean;
    slots[at + 3] += dx * (y - yMean);
    if (stride > 4) {
      slots[at + 4] += dx * (x - xMean);
      slots[at + 5] += dy * (y - yMean);
    }
  }

  @Override
  void combine(double[] left, int l, double[] right, int r, double[] into, int at) {
    double n1 = left[l];
    double n2 = right[r];
    double n = n1 + n2;
    double dx = right[r + 1] - left[l + 1];
    double dxN = n == 0 ? 0 : dx / n;
    double dy = right[r + 2] - left[l + 2];
    double dyN = n == 0 ? 0 : dy / n;
    if (stride > 4) {
      into[at + 4] = left[l + 4] + right[r + 4] + dx * dxN * n1 * n2;
      into[at + 5] = left[l + 5] + right[r + 5] + dy * dyN * n1 * n2;
    }
    into[at + 3] = left[l + 3] + right[r + 3] + dx * dyN * n1 * n2;
    into[at + 2] = left[l + 2] + dyN * n2;
    into[at + 1] = left[l + 1] + dxN * n2;
    into[at] = n;
  }

  @Override
  boolean isDefined(int at) {
    return comoment.isDefined(slots, at);
  }

  @Override
  double value(int at) {
    return comoment.value(slots, at);
  }
}
