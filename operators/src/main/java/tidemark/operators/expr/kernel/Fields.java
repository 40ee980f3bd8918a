package tidemark.operators.expr.kernel;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.expr.Evaluator;

/** Reads one field of structs. */
public final class Fields {
  private Fields() {}

  public static Evaluator of(Evaluator struct, int position) {
    return (batch, rows) -> {
      StructColumn column = (StructColumn) struct.evaluate(batch, rows);
      Column field = column.field(position);
      return Columns.withNulls(field, Columns.nulls(field.nulls(), column.nulls(), batch.size()));
    };
  }
}
