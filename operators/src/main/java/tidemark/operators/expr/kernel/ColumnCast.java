package tidemark.operators.expr.kernel;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;

/** Casts the selected rows of a column. */
@FunctionalInterface
interface ColumnCast {
  Column apply(Column in, Selection rows);
}
