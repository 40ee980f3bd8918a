package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;

/**
 * Central moments up to an order: {@code n}, {@code mean} and the sums of the powers of the
 * deviations from the mean, updated and merged by the formulas of Xiangrui Meng, "Simpler Online
 * Updates for Arbitrary-Order Central Moments" (2015), in the order of operations that Spark uses.
 */
final class MomentAccumulators extends DoubleSlots {
  private final Moment moment;
  private final int order;

  MomentAccumulators(Moment moment) {
    super(moment.order() + 1);
    this.moment = moment;
    this.order = moment.order();
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    DoubleColumn column = (DoubleColumn) arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!column.isNull(row)) {
        add(groups[i] * stride, column.get(row));
      }
    }
  }

  private void add(int at, double value) {
    double n = slots[at] + 1;
    double delta = value - slots[at + 1];
    double deltaN = delta / n;
    double m2 = slots[at + 2] + delta * (delta - deltaN);
    slots[at] = n;
    slots[at + 1] += deltaN;
    slots[at + 2] = m2;
    if (order < 3) {
      return;
    }
    double delta2 = delta * delta;
    double deltaN2 = deltaN * deltaN;
    double m3 = slots[at + 3] - 3.0 * deltaN * m2 + delta * (delta2 - deltaN2);
    slots[at + 3] = m3;
    if (order == 4) {
      slots[at + 4] =
          slots[at + 4]
              - 4.0 * deltaN * m3
              - 6.0 * deltaN2 * m2
              + delta * (delta * delta2 - deltaN * deltaN2);
    }
  }

  @Override
  void combine(double[] left, int l, double[] right, int r, double[] into, int at) {
    double n1 = left[l];
    double n2 = right[r];
    double n = n1 + n2;
    double delta = right[r + 1] - left[l + 1];
    double deltaN = n == 0 ? 0 : delta / n;
    double mean = left[l + 1] + deltaN * n2;
    double leftM2 = left[l + 2];
    double rightM2 = right[r + 2];
    if (order >= 3) {
      double leftM3 = left[l + 3];
      double rightM3 = right[r + 3];
      if (order == 4) {
        into[at + 4] =
            left[l + 4]
                + right[r + 4]
                + deltaN * deltaN * deltaN * delta * n1 * n2 * (n1 * n1 - n1 * n2 + n2 * n2)
                + 6.0 * deltaN * deltaN * (n1 * n1 * rightM2 + n2 * n2 * leftM2)
                + 4.0 * deltaN * (n1 * rightM3 - n2 * leftM3);
      }
      into[at + 3] =
          leftM3
              + rightM3
              + deltaN * deltaN * delta * n1 * n2 * (n1 - n2)
              + 3.0 * deltaN * (n1 * rightM2 - n2 * leftM2);
    }
    into[at + 2] = leftM2 + rightM2 + delta * deltaN * n1 * n2;
    into[at + 1] = mean;
    into[at] = n;
  }

  @Override
  boolean isDefined(int at) {
    return moment.isDefined(slots[at], slots[at + 2]);
  }

  @Override
  double value(int at) {
    return moment.value(slots, at);
  }
}
