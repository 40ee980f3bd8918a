package tidemark.operators.batch;

import java.util.Arrays;

/** Grows a column of truth values. */
public final class BooleanBuilder extends ColumnBuilder {
  private boolean[] values = new boolean[16];

  /** Appends a value. */
  public void append(boolean value) {
    room();
    values[size++] = value;
  }

  @Override
  public BooleanColumn build() {
    return new BooleanColumn(values, builtNulls(), size);
  }

  @Override
  public long bytes() {
    return size;
  }

  @Override
  public void truncate(int newSize) {
    forgetNulls(newSize);
  }

  @Override
  void appendFiller() {
    room();
    values[size] = false;
  }

  @Override
  void appendValue(Column source, int row) {
    append(((BooleanColumn) source).get(row));
  }

  @Override
  void clear() {
    values = new boolean[values.length];
  }

  private void room() {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
  }
}
