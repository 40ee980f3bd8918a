package tidemark.operators.stateless;

import java.util.List;
import tidemark.operators.Emitter;
import tidemark.operators.StatelessOperator;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.Schema;

/** Computes exactly the output's columns from the input's. */
public final class ProjectOperator implements StatelessOperator {
  private final Schema schema;
  private final List<Evaluator> columns;

  public ProjectOperator(Schema schema, List<Evaluator> columns) {
    this.schema = schema;
    this.columns = List.copyOf(columns);
  }

  @Override
  public void process(Batch batch, Emitter out) {
    out.emit(project(batch));
  }

  /** The batch with the output's columns. */
  public Batch project(Batch batch) {
    Column[] computed = new Column[columns.size()];
    for (int i = 0; i < computed.length; i++) {
      computed[i] = columns.get(i).evaluate(batch, batch.selection());
    }
    return batch.withColumns(schema, computed);
  }
}
