package tidemark.operators.batch;

import java.util.Arrays;

/** Grows a column of arrays: append the elements to {@link #elements()}, then close the row. */
public final class ArrayBuilder extends ColumnBuilder {
  private final ColumnBuilder elements;
  private int[] starts = new int[16];
  private int[] lengths = new int[16];

  public ArrayBuilder(ColumnBuilder elements) {
    this.elements = elements;
  }

  /** Where the elements of the open row go. */
  public ColumnBuilder elements() {
    return elements;
  }

  /** Ends a row whose elements are all those appended since {@code firstElement}. */
  public void closeRow(int firstElement) {
    room();
    starts[size] = firstElement;
    lengths[size] = elements.size() - firstElement;
    size++;
  }

  @Override
  public ArrayColumn build() {
    return new ArrayColumn(elements.build(), starts, lengths, builtNulls(), size);
  }

  @Override
  public long bytes() {
    return elements.bytes() + 2L * Integer.BYTES * size;
  }

  @Override
  public void truncate(int newSize) {
    if (newSize < size) {
      elements.truncate(starts[newSize]);
    }
    forgetNulls(newSize);
  }

  @Override
  void appendFiller() {
    room();
    starts[size] = elements.size();
    lengths[size] = 0;
  }

  @Override
  void appendValue(Column source, int row) {
    ArrayColumn array = (ArrayColumn) source;
    int first = elements.size();
    int end = array.start(row) + array.length(row);
    for (int i = array.start(row); i < end; i++) {
      elements.append(array.elements(), i);
    }
    closeRow(first);
  }

  @Override
  void clear() {
    starts = new int[starts.length];
    lengths = new int[lengths.length];
    elements.reset();
  }

  private void room() {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      lengths = Arrays.copyOf(lengths, size * 2);
    }
  }
}
