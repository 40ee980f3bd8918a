package tidemark.operators.batch;

import org.jspecify.annotations.Nullable;

/**
 * The values of one column of a batch. A row's value is defined only where the row was selected
 * when the column was computed, and only where it is not null. Columns are immutable by agreement;
 * arrays inside may be shared with the reader's buffer, so whoever keeps a value beyond the call
 * copies it.
 */
public abstract sealed class Column
    permits BooleanColumn,
        LongColumn,
        DoubleColumn,
        BytesColumn,
        DecimalColumn,
        ArrayColumn,
        MapColumn,
        StructColumn {
  final boolean @Nullable [] nulls;
  final int size;

  Column(int size, boolean @Nullable [] nulls) {
    this.size = size;
    this.nulls = nulls;
  }

  /** How many rows the column spans, selected or not. */
  public final int size() {
    return size;
  }

  /** Whether the value of the row is null. */
  public final boolean isNull(int row) {
    return nulls != null && nulls[row];
  }

  /** True if some row may be null; false only if none is. */
  public final boolean hasNulls() {
    return nulls != null;
  }

  /** One flag a row, or null if no row is null. Read only. */
  public final boolean @Nullable [] nulls() {
    return nulls;
  }
}
