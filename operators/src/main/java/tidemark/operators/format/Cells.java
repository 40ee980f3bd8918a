package tidemark.operators.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;

/**
 * One column of the batch being built, written by row number. A row may be written again until it
 * is closed, so a record that one scanner gives up is simply written over by the next. Nulls are
 * set when a row is closed, never before.
 */
abstract sealed class Cells permits LongCells, DoubleCells, BooleanCells, BytesCells, BuiltCells {
  private boolean[] nulls = {};
  private boolean anyNull;
  private boolean taken;

  /** Makes room for rows below {@code capacity}. */
  abstract void grow(int capacity);

  /**
   * The first {@code rows} rows, in arrays that the rows after them are written to: they are valid
   * until the next row is. Starts anew.
   */
  abstract Column take(int rows);

  /** Makes the row null; where its value would stand is nothing of earlier rows. */
  void setNull(int row) {
    if (taken) {
      Arrays.fill(nulls, false);
      taken = false;
    }
    if (row >= nulls.length) {
      nulls = Arrays.copyOf(nulls, Math.max(row + 1, Math.max(64, nulls.length * 2)));
    }
    nulls[row] = true;
    anyNull = true;
  }

  /** The null flags of {@code rows} rows, or null if there is no null; starts anew. */
  final boolean @Nullable [] takeNulls(int rows) {
    if (!anyNull) {
      return null;
    }
    if (nulls.length < rows) {
      nulls = Arrays.copyOf(nulls, rows);
    }
    anyNull = false;
    taken = true;
    return nulls;
  }
}
