package tidemark.operators.batch;

import org.jspecify.annotations.Nullable;

/** Integral and temporal values, and the unscaled values of decimals of at most 18 digits. */
public final class LongColumn extends Column {
  private final long[] values;

  /** A column over {@code values}; arrays are taken over, not copied. */
  public LongColumn(long[] values, boolean @Nullable [] nulls, int size) {
    super(size, nulls);
    this.values = values;
  }

  public long get(int row) {
    return values[row];
  }

  /** The values, one a row. Read only. */
  public long[] values() {
    return values;
  }
}
