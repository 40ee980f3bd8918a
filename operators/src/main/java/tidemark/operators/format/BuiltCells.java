package tidemark.operators.format;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;

/** Nested values and wide decimals, which are appended to a builder. */
final class BuiltCells extends Cells {
  private final ColumnBuilder builder;

  BuiltCells(ColumnBuilder builder) {
    this.builder = builder;
  }

  /** The builder, cut so that the next value appended is that of the row. */
  ColumnBuilder at(int row) {
    if (builder.size() > row) {
      builder.truncate(row);
    }
    return builder;
  }

  @Override
  void grow(int capacity) {}

  @Override
  void setNull(int row) {
    at(row).appendNull();
  }

  @Override
  Column take(int rows) {
    Column column = at(rows).build();
    builder.reset();
    return column;
  }
}
