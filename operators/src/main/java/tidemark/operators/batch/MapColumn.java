package tidemark.operators.batch;

import org.jspecify.annotations.Nullable;

/** Maps: row {@code r} holds the entries {@code start[r] .. start[r]+length[r])} of two columns. */
public final class MapColumn extends Column {
  private final Column keys;
  private final Column values;
  private final int[] starts;
  private final int[] lengths;

  public MapColumn(
      Column keys,
      Column values,
      int[] starts,
      int[] lengths,
      boolean @Nullable [] nulls,
      int size) {
    super(size, nulls);
    this.keys = keys;
    this.values = values;
    this.starts = starts;
    this.lengths = lengths;
  }

  public Column keys() {
    return keys;
  }

  public Column values() {
    return values;
  }

  public int start(int row) {
    return starts[row];
  }

  public int length(int row) {
    return lengths[row];
  }
}
