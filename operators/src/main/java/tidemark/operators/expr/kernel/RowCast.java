package tidemark.operators.expr.kernel;

import tidemark.operators.batch.Column;

/** Casts one value that is not null; false if it does not fit the other type. */
@FunctionalInterface
interface RowCast {
  boolean cast(Column in, int row, ColumnSink out);
}
