package tidemark.operators.stateless;

import tidemark.operators.Emitter;
import tidemark.operators.StatelessOperator;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Filter;

/** Keeps the rows for which a condition is true; copies nothing. */
public final class FilterOperator implements StatelessOperator {
  private final Filter condition;

  public FilterOperator(Filter condition) {
    this.condition = condition;
  }

  @Override
  public void process(Batch batch, Emitter out) {
    Selection kept = condition.keep(batch, batch.selection());
    if (kept.count() > 0) {
      out.emit(batch.select(kept));
    }
  }
}
