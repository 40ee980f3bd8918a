package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;

/** Truth values. */
final class BooleanCells extends Cells {
  boolean[] values = {};

  @Override
  void grow(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  void setNull(int row) {
    super.setNull(row);
    values[row] = false;
  }

  @Override
  Column take(int rows) {
    return new BooleanColumn(values, takeNulls(rows), rows);
  }
}
