package tidemark.operators.batch;

import org.jspecify.annotations.Nullable;

/** Floating-point values; those of a float column are exact floats. */
public final class DoubleColumn extends Column {
  private final double[] values;

  /** A column over {@code values}; arrays are taken over, not copied. */
  public DoubleColumn(double[] values, boolean @Nullable [] nulls, int size) {
    super(size, nulls);
    this.values = values;
  }

  public double get(int row) {
    return values[row];
  }

  /** The values, one a row. Read only. */
  public double[] values() {
    return values;
  }
}
