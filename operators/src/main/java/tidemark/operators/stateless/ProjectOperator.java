package tidemark.operators.stateless;

import java.util.List;
import tidemark.operators.Emitter;
import tidemark.operators.StatelessOperator;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.failing.RowGuard;
import tidemark.operators.types.Schema;

/** Computes exactly the output's columns from the input's. */
public final class ProjectOperator implements StatelessOperator {
  private final Schema schema;
  private final List<Evaluator> columns;
  private final RowGuard guard;

  public ProjectOperator(Schema schema, List<Evaluator> columns) {
    this(schema, columns, RowGuard.NONE);
  }

  /**
   * @param guard finds the rows on which a column fails
   */
  public ProjectOperator(Schema schema, List<Evaluator> columns, RowGuard guard) {
    this.schema = schema;
    this.columns = List.copyOf(columns);
    this.guard = guard;
  }

  @Override
  public void process(Batch batch, Emitter out) {
    Batch projected = project(batch);
    if (projected.count() > 0) {
      out.emit(projected);
    }
  }

  /** The batch with the output's columns, without rows that are left out because one fails. */
  public Batch project(Batch batch) {
    try {
      return computed(batch);
    } catch (Failure e) {
      return computed(batch.select(guard.sound(batch, batch.selection(), e)));
    }
  }

  private Batch computed(Batch batch) {
    Column[] computed = new Column[columns.size()];
    for (int i = 0; i < computed.length; i++) {
      computed[i] = columns.get(i).evaluate(batch, batch.selection());
    }
    return batch.withColumns(schema, computed);
  }
}
