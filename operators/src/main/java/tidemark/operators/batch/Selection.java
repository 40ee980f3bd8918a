package tidemark.operators.batch;

import org.jspecify.annotations.Nullable;

/**
 * The rows of a batch that count, in ascending order. Either all rows {@code 0..count-1}, or the
 * listed ones. Kernels compute (and may fail) only for selected rows.
 */
public final class Selection {
  private final int @Nullable [] rows;
  private final int count;

  private Selection(int @Nullable [] rows, int count) {
    this.rows = rows;
    this.count = count;
  }

  /** All rows of a batch of {@code size} rows. */
  public static Selection all(int size) {
    return new Selection(null, size);
  }

  /**
   * The first {@code count} entries of {@code rows}, ascending; the array is taken over, not
   * copied.
   */
  public static Selection of(int[] rows, int count) {
    return new Selection(rows, count);
  }

  /** How many rows count. */
  public int count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** True if the rows are 0..count-1, so that a loop needs no indirection. */
  public boolean isDense() {
    return rows == null;
  }

  /** The row at position {@code i} of the selection. */
  public int row(int i) {
    return rows == null ? i : rows[i];
  }

  /** The listed rows (only the first {@link #count()} entries are valid), or null if dense. */
  public int @Nullable [] rows() {
    return rows;
  }
}
