package tidemark.operators.keyed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.state.GroupTable;
import tidemark.operators.types.Schema;

/** One worker's rows for one partition, copied, in the order of the input. */
final class PartRows {
  private final int[] columns;
  private final GroupTable keys = new GroupTable();
  private final BatchBuilder open;
  private final List<Batch> full = new ArrayList<>();
  private int[] keyOfRow = new int[64];
  private long[] timeOfRow = new long[64];
  private int rows;

  /**
   * @param columns positions in the input of the columns that are kept
   */
  PartRows(Schema kept, int[] columns) {
    this.columns = columns;
    this.open = new BatchBuilder(kept);
  }

  /** The number of a key. */
  int key(byte[] bytes, int length, long hash) {
    return keys.find(bytes, 0, length, hash);
  }

  void add(Batch batch, int row, int key, long time) {
    if (rows == keyOfRow.length) {
      keyOfRow = Arrays.copyOf(keyOfRow, rows * 2);
      timeOfRow = Arrays.copyOf(timeOfRow, rows * 2);
    }
    keyOfRow[rows] = key;
    timeOfRow[rows] = time;
    rows++;
    for (int i = 0; i < columns.length; i++) {
      open.column(i).append(batch.column(columns[i]), row);
    }
    open.closeRow();
    if (open.isFull()) {
      full.add(open.take());
    }
  }

  GroupTable keys() {
    return keys;
  }

  int rows() {
    return rows;
  }

  int keyOfRow(int row) {
    return keyOfRow[row];
  }

  long timeOfRow(int row) {
    return timeOfRow[row];
  }

  /** All rows; nothing may be added afterwards. */
  List<Batch> batches() {
    if (open.rows() > 0) {
      full.add(open.take());
    }
    return full;
  }
}
