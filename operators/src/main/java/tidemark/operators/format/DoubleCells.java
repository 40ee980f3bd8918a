package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;

/** Floating-point values. */
final class DoubleCells extends Cells {
  double[] values = {};

  @Override
  void grow(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  void setNull(int row) {
    super.setNull(row);
    values[row] = 0;
  }

  @Override
  Column take(int rows) {
    return new DoubleColumn(values, takeNulls(rows), rows);
  }
}
