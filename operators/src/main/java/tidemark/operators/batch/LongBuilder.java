package tidemark.operators.batch;

import java.util.Arrays;

/** Grows a column of integral or temporal values. */
public final class LongBuilder extends ColumnBuilder {
  private long[] values = new long[16];

  /** Appends a value. */
  public void append(long value) {
    room();
    values[size++] = value;
  }

  @Override
  public LongColumn build() {
    return new LongColumn(values, builtNulls(), size);
  }

  @Override
  public long bytes() {
    return (long) Long.BYTES * size;
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
    append(((LongColumn) source).get(row));
  }

  @Override
  void clear() {
    values = new long[values.length];
  }

  private void room() {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
  }
}
