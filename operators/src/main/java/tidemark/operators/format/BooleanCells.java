package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;

/** Truth values. */
final class BooleanCells extends Cells {
  boolean[] values = new boolean[0];

  @Override
  void grow(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  Column take(int rows) {
    Column column = new BooleanColumn(values, takeNulls(rows), rows);
    values = new boolean[values.length];
    return column;
  }
}
