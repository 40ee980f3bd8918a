package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;

/** Integral, temporal and narrow decimal values. */
final class LongCells extends Cells {
  private static final long[] NONE = {};

  long[] values = NONE;

  @Override
  void grow(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  Column take(int rows) {
    Column column = new LongColumn(values, takeNulls(rows), rows);
    values = NONE;
    return column;
  }
}
