package tidemark.operators.batch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Grows a column of strings or binary values. */
public final class BytesBuilder extends ColumnBuilder {
  private byte[] data = new byte[256];
  private int used;
  private int[] starts = new int[16];
  private int[] lengths = new int[16];

  /** Appends {@code length} bytes of {@code source} from {@code offset}. */
  public void append(byte[] source, int offset, int length) {
    roomForRow();
    roomForBytes(length);
    System.arraycopy(source, offset, data, used, length);
    starts[size] = used;
    lengths[size] = length;
    used += length;
    size++;
  }

  /** Appends a string as UTF-8. */
  public void append(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    append(bytes, 0, bytes.length);
  }

  @Override
  public BytesColumn build() {
    return new BytesColumn(data, starts, lengths, builtNulls(), size);
  }

  @Override
  public long bytes() {
    return used + 2L * Integer.BYTES * size;
  }

  @Override
  public void truncate(int newSize) {
    if (newSize < size) {
      used = starts[newSize];
    }
    forgetNulls(newSize);
  }

  @Override
  void appendFiller() {
    roomForRow();
    starts[size] = used;
    lengths[size] = 0;
  }

  @Override
  void appendValue(Column source, int row) {
    BytesColumn bytes = (BytesColumn) source;
    append(bytes.data(), bytes.start(row), bytes.length(row));
  }

  @Override
  void append(Column source, int[] rows, int from, int to) {
    if (source.hasNulls()) {
      super.append(source, rows, from, to);
      return;
    }
    BytesColumn bytes = (BytesColumn) source;
    byte[] picked = bytes.data();
    for (int i = from; i < to; i++) {
      append(picked, bytes.start(rows[i]), bytes.length(rows[i]));
    }
  }

  @Override
  boolean isPacked() {
    return true;
  }

  @Override
  int packedValueBytes() {
    return Integer.BYTES * size + used;
  }

  @Override
  void packValues(ByteBuffer target) {
    target.asIntBuffer().put(lengths, 0, size);
    target.position(target.position() + Integer.BYTES * size);
    target.put(data, 0, used);
  }

  @Override
  void unpackValues(ByteBuffer source) {
    if (lengths.length < size) {
      lengths = new int[size];
      starts = new int[size];
    }
    source.asIntBuffer().get(lengths, 0, size);
    source.position(source.position() + Integer.BYTES * size);
    used = 0;
    for (int i = 0; i < size; i++) {
      starts[i] = used;
      used += lengths[i];
    }
    if (data.length < used) {
      data = new byte[used];
    }
    source.get(data, 0, used);
  }

  @Override
  void clear() {
    data = new byte[data.length];
    starts = new int[starts.length];
    lengths = new int[lengths.length];
    used = 0;
  }

  private void roomForRow() {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      lengths = Arrays.copyOf(lengths, size * 2);
    }
  }

  private void roomForBytes(int length) {
    if (used + length > data.length) {
      data = Arrays.copyOf(data, Math.max(used + length, data.length * 2));
    }
  }
}
