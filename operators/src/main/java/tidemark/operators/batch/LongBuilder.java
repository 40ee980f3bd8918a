package tidemark.operators.batch;

import java.nio.ByteBuffer;
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
  void append(Column source, int[] rows, int from, int to) {
    if (source.hasNulls()) {
      super.append(source, rows, from, to);
      return;
    }
    room(to - from);
    long[] picked = ((LongColumn) source).values();
    for (int i = from; i < to; i++) {
      values[size++] = picked[rows[i]];
    }
  }

  @Override
  public void append(Column source, Selection rows) {
    if (source.hasNulls() || !rows.isDense()) {
      super.append(source, rows);
      return;
    }
    room(rows.count());
    System.arraycopy(((LongColumn) source).values(), 0, values, size, rows.count());
    size += rows.count();
  }

  @Override
  boolean isPacked() {
    return true;
  }

  @Override
  int packedValueBytes() {
    return Long.BYTES * size;
  }

  @Override
  void packValues(ByteBuffer target) {
    target.asLongBuffer().put(values, 0, size);
    target.position(target.position() + packedValueBytes());
  }

  @Override
  void unpackValues(ByteBuffer source) {
    if (values.length < size) {
      values = new long[size];
    }
    source.asLongBuffer().get(values, 0, size);
    source.position(source.position() + packedValueBytes());
  }

  @Override
  void clear() {
    values = new long[values.length];
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
