package tidemark.operators.format;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;

/** Integral, temporal and narrow decimal values. */
final class LongCells extends Cells {
  long[] values = new long[0];

  @Override
  void grow(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  Column take(int rows) {
    Column column = new LongColumn(values, takeNulls(rows), rows);
    values = new long[values.length];
    return column;
  }
}
