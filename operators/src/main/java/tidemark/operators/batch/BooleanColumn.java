package tidemark.operators.batch;

import org.jspecify.annotations.Nullable;

/** Truth values. */
public final class BooleanColumn extends Column {
  private final boolean[] values;

  /** A column over {@code values}; arrays are taken over, not copied. */
  public BooleanColumn(boolean[] values, boolean @Nullable [] nulls, int size) {
    super(size, nulls);
    this.values = values;
  }

  public boolean get(int row) {
    return values[row];
  }

  /** The values, one a row. Read only. */
  public boolean[] values() {
    return values;
  }
}
