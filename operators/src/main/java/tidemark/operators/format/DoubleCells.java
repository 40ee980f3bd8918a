package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;

/** Floating-point values. */
final class DoubleCells extends Cells {
  private static final double[] NONE = {};

  double[] values = NONE;

  @Override
  void grow(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  Column take(int rows) {
    Column column = new DoubleColumn(values, takeNulls(rows), rows);
    values = NONE;
    return column;
  }
}
