package tidemark.operators.batch;

import java.util.Arrays;

/** Grows a column of maps: append to {@link #keys()} and {@link #values()}, then close the row. */
public final class MapBuilder extends ColumnBuilder {
  private final ColumnBuilder keys;
  private final ColumnBuilder values;
  private int[] starts = new int[16];
  private int[] lengths = new int[16];

  public MapBuilder(ColumnBuilder keys, ColumnBuilder values) {
    this.keys = keys;
    this.values = values;
  }

  public ColumnBuilder keys() {
    return keys;
  }

  public ColumnBuilder values() {
    return values;
  }

  /** Ends a row whose entries are all those appended since {@code firstEntry}. */
  public void closeRow(int firstEntry) {
    room();
    starts[size] = firstEntry;
    lengths[size] = keys.size() - firstEntry;
    size++;
  }

  @Override
  public MapColumn build() {
    return new MapColumn(keys.build(), values.build(), starts, lengths, builtNulls(), size);
  }

  @Override
  public long bytes() {
    return keys.bytes() + values.bytes() + 2L * Integer.BYTES * size;
  }

  @Override
  public void truncate(int newSize) {
    if (newSize < size) {
      keys.truncate(starts[newSize]);
      values.truncate(starts[newSize]);
    }
    forgetNulls(newSize);
  }

  @Override
  void appendFiller() {
    room();
    starts[size] = keys.size();
    lengths[size] = 0;
  }

  @Override
  void appendValue(Column source, int row) {
    MapColumn map = (MapColumn) source;
    int first = keys.size();
    int end = map.start(row) + map.length(row);
    for (int i = map.start(row); i < end; i++) {
      keys.append(map.keys(), i);
      values.append(map.values(), i);
    }
    closeRow(first);
  }

  @Override
  void clear() {
    starts = new int[starts.length];
    lengths = new int[lengths.length];
    keys.reset();
    values.reset();
  }

  private void room() {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      lengths = Arrays.copyOf(lengths, size * 2);
    }
  }
}
