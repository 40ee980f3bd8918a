package tidemark.operators.expr;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;

/** An expression bound to the columns of a batch. For one thread at a time. */
@FunctionalInterface
public interface Evaluator {
  /**
   * Computes the value of the selected rows.
   *
   * @return a column that spans all rows of the batch, defined only for the selected ones
   * @throws tidemark.operators.diagnostics.Failure if a selected row has no value (TM610)
   */
  Column evaluate(Batch batch, Selection rows);
}
