package tidemark.operators.stateful;

import java.util.Arrays;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.time.WindowSpec;

/**
 * Neighbouring rows that are in the same windows. Where rows are taken a window after the other,
 * they reach each group in their order only if one window is not the latest of some and an earlier
 * one of others.
 */
final class SameWindows {
  private SameWindows() {}

  /**
   * The rows from a position on, up to the first that is in other windows; all of them if no two
   * windows overlap.
   *
   * @param rows all of them have a time
   */
  static Selection from(int position, Selection rows, LongColumn time, WindowSpec.Fixed window) {
    int count = rows.count();
    if (window.overlap() == 1 || count == 0) {
      return rows;
    }
    long start = window.lastStart(time.get(rows.row(position)));
    int end = position + 1;
    while (end < count && isBetween(time.get(rows.row(end)), start, window.slideMicros())) {
      end++;
    }
    if (end - position == count) {
      return rows;
    }
    int[] same = new int[end - position];
    Arrays.setAll(same, i -> rows.row(position + i));
    return Selection.of(same, same.length);
  }

  private static boolean isBetween(long micros, long start, long length) {
    return micros >= start && micros - start < length;
  }
}
