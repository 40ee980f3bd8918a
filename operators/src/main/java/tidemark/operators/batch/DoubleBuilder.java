package tidemark.operators.batch;

import java.util.Arrays;

/** Grows a column of floating-point values. */
public final class DoubleBuilder extends ColumnBuilder {
  private double[] values = new double[16];

  /** Appends a value. */
  public void append(double value) {
    room();
    values[size++] = value;
  }

  @Override
  public DoubleColumn build() {
    return new DoubleColumn(values, builtNulls(), size);
  }

  @Override
  public long bytes() {
    return (long) Double.BYTES * size;
  }

  @Override
  public void truncate(int newSize) {
    forgetNulls(newSize);
  }

  @Override
  void appendFiller() {
    room();
    values[size] = 0;
  }

  @Override
  void appendValue(Column source, int row) {
    append(((DoubleColumn) source).get(row));
  }

  @Override
  void clear() {
    values = new double[values.length];
  }

  private void room() {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
  }
}
