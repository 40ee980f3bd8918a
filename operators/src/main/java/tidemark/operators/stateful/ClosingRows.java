package tidemark.operators.stateful;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.late.TimelyRows;
import tidemark.operators.time.WindowSpec;

/**
 * The rows of a batch that go into groups, each with the time at which its group is closed. Loops
 * over plain arrays, in methods of their own: the compiler has little to do with them.
 */
final class ClosingRows {
  private final TimelyRows timely;
  private final int[] rows = new int[Batch.MAX_ROWS];
  private final long[] ends = new long[Batch.MAX_ROWS];
  private final boolean[] lateRow = new boolean[Batch.MAX_ROWS];
  private int count;
  private int marked;

  /**
   * @param timely judges the time at which a row's group is closed
   */
  ClosingRows(TimelyRows timely) {
    this.timely = timely;
  }

  /** The rows, by position. */
  int[] rows() {
    return rows;
  }

  /** When their groups are closed, by position; microseconds. */
  long[] ends() {
    return ends;
  }

  int count() {
    return count;
  }

  /** Takes all rows into groups that are never closed. */
  void takeUnclosed(Selection taken) {
    count = taken.count();
    for (int i = 0; i < count; i++) {
      rows[i] = taken.row(i);
      ends[i] = 0;
    }
  }

  /** Takes all rows into groups that are closed at a key's time, and never if that is null. */
  void takeByKey(Selection taken, LongColumn closing) {
    count = taken.count();
    for (int i = 0; i < count; i++) {
      int row = taken.row(i);
      rows[i] = row;
      ends[i] = closing.isNull(row) ? Long.MAX_VALUE : closing.get(row);
    }
  }

  /**
   * Takes the rows that are in their latest window but {@code pass}, where that is not closed yet;
   * rows for which it is are marked. Answers the rows taken.
   *
   * @param from all of them have a time
   */
  Selection takeByWindow(Selection from, LongColumn time, WindowSpec.Fixed window, int pass) {
    place(from, time.values(), window, pass * window.slideMicros());
    return count == from.count() ? from : Selection.of(rows, count);
  }

  private void place(Selection from, long[] times, WindowSpec.Fixed window, long back) {
    int size = from.count();
    long start = 1;
    long next = 0;
    long end = 0;
    int taken = 0;
    for (int i = 0; i < size; i++) {
      int row = from.row(i);
      long micros = times[row];
      if (micros < start || micros >= next) {
        start = window.lastStart(micros);
        next = start + window.slideMicros();
        end = start - back + window.sizeMicros();
      }
      if (end <= micros) {
        continue;
      }
      if (timely.isLate(end)) {
        mark(row);
        continue;
      }
      rows[taken] = row;
      ends[taken++] = end;
    }
    count = taken;
  }

  private void mark(int row) {
    if (!lateRow[row]) {
      lateRow[row] = true;
      marked++;
    }
  }

  /** Leaves the rows out for which a window is closed, though others may have taken them. */
  void leaveMarked(Batch batch, Selection of) {
    if (marked == 0) {
      return;
    }
    int[] left = new int[marked];
    int found = 0;
    for (int i = 0; i < of.count(); i++) {
      int row = of.row(i);
      if (lateRow[row]) {
        lateRow[row] = false;
        left[found++] = row;
      }
    }
    marked = 0;
    timely.leave(batch, left, found);
  }
}
