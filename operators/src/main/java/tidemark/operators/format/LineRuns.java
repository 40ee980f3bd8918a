package tidemark.operators.format;

import java.util.Arrays;

/**
 * On which lines the rows of a batch begin, kept as runs of rows on lines that follow each other:
 * what it costs depends on how often a line is no row.
 */
final class LineRuns {
  private int[] rows = new int[4];
  private long[] lines = new long[4];
  private int count;

  /** Row {@code row} begins on this line; the rows behind it on those that follow. */
  void begin(int row, long line) {
    if (row == 0) {
      count = 0;
    }
    if (count > 0 && line - row == lines[count - 1] - rows[count - 1]) {
      return;
    }
    if (count > 0 && rows[count - 1] == row) {
      count--;
    }
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
      lines = Arrays.copyOf(lines, 2 * count);
    }
    rows[count] = row;
    lines[count++] = line;
  }

  /** The line on which a row begins. */
  long of(int row) {
    int run = count - 1;
    while (run > 0 && rows[run] > row) {
      run--;
    }
    return lines[run] + row - rows[run];
  }
}
