package tidemark.operators.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.types.Schema;

/** Copies of one worker's rows of a side, with the number of their key and their time. */
final class NewRows {
  private static final int FIRST_ROOM = 1024;
  private static final int BATCH_SHIFT = 12;

  private final List<Integer> positions;
  private final BatchBuilder open;
  private final List<Batch> full = new ArrayList<>();
  private int[] keys = new int[FIRST_ROOM];
  private long[] times = new long[FIRST_ROOM];
  private int[] places = new int[FIRST_ROOM];
  private int size;

  /**
   * @param positions of the columns to copy, in the order of the schema
   */
  NewRows(Schema kept, List<Integer> positions) {
    this.positions = positions;
    this.open = new BatchBuilder(kept);
  }

  /** Copies a row. */
  void add(Batch batch, int row, int key, long time) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      times = Arrays.copyOf(times, size * 2);
      places = Arrays.copyOf(places, size * 2);
    }
    keys[size] = key;
    times[size] = time;
    places[size++] = full.size() << BATCH_SHIFT | open.rows();
    for (int i = 0; i < positions.size(); i++) {
      open.column(i).append(batch.column(positions.get(i)), row);
    }
    open.closeRow();
    if (open.isFull()) {
      full.add(open.take());
    }
  }

  /** To be called once when no row follows, before one is read. */
  void close() {
    if (open.rows() > 0) {
      full.add(open.take());
    }
  }

  int size() {
    return size;
  }

  int key(int number) {
    return keys[number];
  }

  long time(int number) {
    return times[number];
  }

  /** The batch that holds the row's columns. */
  Batch batch(int number) {
    return full.get(places[number] >>> BATCH_SHIFT);
  }

  /** The row's number in its batch. */
  int row(int number) {
    return places[number] & (1 << BATCH_SHIFT) - 1;
  }
}
