package tidemark.operators.join;

import org.jspecify.annotations.Nullable;
import tidemark.operators.SpareMemory;
import tidemark.operators.state.KeyHash;

/**
 * One worker's new rows of one side, in slices of few key groups each, so that what is done later
 * with a slice stays in the processor's cache.
 */
final class NewSlices implements SpareMemory.Reusable {
  /** Key groups of a slice. */
  static final int GROUPS = 4;

  private static final NewRows NONE = new NewRows();

  private final @Nullable NewRows[] slices = new @Nullable NewRows[KeyHash.GROUPS / GROUPS];

  /** Where the rows of the key group are added. */
  NewRows of(int keyGroup) {
    NewRows rows = slices[keyGroup / GROUPS];
    if (rows == null) {
      rows = new NewRows();
      slices[keyGroup / GROUPS] = rows;
    }
    return rows;
  }

  /** The rows of the slice that begins with this key group. */
  NewRows slice(int firstGroup) {
    NewRows rows = slices[firstGroup / GROUPS];
    return rows == null ? NONE : rows;
  }

  @Override
  public long size() {
    long bytes = 0;
    for (NewRows rows : slices) {
      bytes += rows == null ? 0 : rows.end();
    }
    return bytes;
  }

  @Override
  public long room() {
    long bytes = 0;
    for (NewRows rows : slices) {
      bytes += rows == null ? 0 : rows.room();
    }
    return bytes;
  }

  @Override
  public void reset() {
    for (NewRows rows : slices) {
      if (rows != null) {
        rows.clear();
      }
    }
  }
}
