package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;

/** Integral, temporal and narrow decimal values. */
final class LongCells extends Cells {
  long[] values = {};

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
    return new LongColumn(values, takeNulls(rows), rows);
  }
}
