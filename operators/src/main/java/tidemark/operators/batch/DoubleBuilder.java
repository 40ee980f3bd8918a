package tidemark.operators.batch;

import java.nio.ByteBuffer;
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
  void append(Column source, int[] rows, int from, int to) {
    if (source.hasNulls()) {
      super.append(source, rows, from, to);
      return;
    }
    room(to - from);
    double[] picked = ((DoubleColumn) source).values();
    for (int i = from; i < to; i++) {
      values[size++] = picked[rows[i]];
    }
  }

  @Override
  boolean isPacked() {
    return true;
  }

  @Override
  int packedValueBytes() {
    return Double.BYTES * size;
  }

  @Override
  void packValues(ByteBuffer target) {
    target.asDoubleBuffer().put(values, 0, size);
    target.position(target.position() + packedValueBytes());
  }

  @Override
  void unpackValues(ByteBuffer source) {
    if (values.length < size) {
      values = new double[size];
    }
    source.asDoubleBuffer().get(values, 0, size);
    source.position(source.position() + packedValueBytes());
  }

  @Override
  void clear() {
    values = new double[values.length];
  }

  private void room() {
    room(1);
  }

  private void room(int more) {
    if (size + more > values.length) {
      values = Arrays.copyOf(values, Math.max(size + more, size * 2));
    }
  }
}
