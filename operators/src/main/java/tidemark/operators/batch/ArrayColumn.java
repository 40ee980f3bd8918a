package tidemark.operators.batch;

import org.jspecify.annotations.Nullable;

/**
 * Arrays: row {@code r} holds the elements {@code start[r] .. start[r]+length[r])} of one column.
 */
public final class ArrayColumn extends Column {
  private final Column elements;
  private final int[] starts;
  private final int[] lengths;

  public ArrayColumn(
      Column elements, int[] starts, int[] lengths, boolean @Nullable [] nulls, int size) {
    super(size, nulls);
    this.elements = elements;
    this.starts = starts;
    this.lengths = lengths;
  }

  public Column elements() {
    return elements;
  }

  public int start(int row) {
    return starts[row];
  }

  public int length(int row) {
    return lengths[row];
  }

  public int[] starts() {
    return starts;
  }

  public int[] lengths() {
    return lengths;
  }
}
