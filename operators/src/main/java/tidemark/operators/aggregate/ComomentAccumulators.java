package tidemark.operators.aggregate;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;

/**
 * Means and the sum of the products of deviations of two variables (for a correlation also their
 * second moments), over the rows in which neither is null; updated and merged as Spark does.
 */
final class ComomentAccumulators implements Accumulators {
  private final Comoment comoment;
  private final int stride;
  private final double[] stored;
  private double[] slots = new double[0];

  ComomentAccumulators(Comoment comoment) {
    this.comoment = comoment;
    this.stride = comoment.fields();
    this.stored = new double[stride];
  }

  @Override
  public void ensure(int groups) {
    if (stride * groups > slots.length) {
      slots = Arrays.copyOf(slots, Growth.length(slots.length, stride * groups));
    }
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

  private void combine(double[] left, int l, double[] right, int r, double[] into, int at) {
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
  public void merge(int group, Accumulators other, int otherGroup) {
    int at = group * stride;
    combine(slots, at, ((ComomentAccumulators) other).slots, otherGroup * stride, slots, at);
  }

  @Override
  public void encode(int group, StateWriter out) {
    for (int i = 0; i < stride; i++) {
      out.writeDouble(slots[group * stride + i]);
    }
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    for (int i = 0; i < stride; i++) {
      stored[i] = in.readDouble();
    }
    combine(stored, 0, slots, group * stride, slots, group * stride);
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    int at = group * stride;
    if (comoment.isDefined(slots, at)) {
      ((DoubleBuilder) out).append(comoment.value(slots, at));
    } else {
      out.appendNull();
    }
  }

  @Override
  public void reset() {
    Arrays.fill(slots, 0);
  }

  @Override
  public long memory() {
    return 8L * slots.length;
  }
}
