package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;

/** Truth values. */
final class BooleanCells extends Cells {
  private static final boolean[] NONE = {};

  boolean[] values = NONE;

  @Override
  void grow(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  Column take(int rows) {
    Column column = new BooleanColumn(values, takeNulls(rows), rows);
    values = NONE;
    return column;
  }
}
