package tidemark.operators.format;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;

/**
 * The first columns of a batch as long as they are numbers or times: in neighbouring rows they are
 * often equal, as a window's are, and then their text is that of the row before.
 */
final class RepeatedColumns {
  private final long[][] values;

  /**
   * @param columns how many columns are written
   */
  RepeatedColumns(Batch batch, int columns) {
    int count = 0;
    while (count < columns && isTold(batch.column(count))) {
      count++;
    }
    values = new long[count][];
    for (int i = 0; i < count; i++) {
      values[i] = ((LongColumn) batch.column(i)).values();
    }
  }

  private static boolean isTold(Column column) {
    return column instanceof LongColumn && !column.hasNulls();
  }

  /** How many columns, from the first on, have in a row what they have in another. */
  int same(int row, int other) {
    int count = 0;
    while (count < values.length && values[count][row] == values[count][other]) {
      count++;
    }
    return count;
  }
}
