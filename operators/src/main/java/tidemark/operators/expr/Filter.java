package tidemark.operators.expr;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;

/** A condition bound to the columns of a batch. For one thread at a time. */
@FunctionalInterface
public interface Filter {
  /** Those of the selected rows for which the condition is true (not false, not null). */
  Selection keep(Batch batch, Selection rows);
}
