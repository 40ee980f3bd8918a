package tidemark.runner.compile;

import java.time.ZoneOffset;
import java.util.List;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.layout.StateField;

/** A constant as the field of a stored row. */
final class StoredValue {
  private static final Schema NO_COLUMNS = new Schema(List.of());

  private StoredValue() {}

  /** The bytes of the field that holds the value of a text, as a cast to its type reads it. */
  static byte[] of(StateField field, String text) {
    Batch row = new Batch(NO_COLUMNS, new Column[0], 1);
    Cast value = new Cast(Literal.of(text), field.type(), Cast.Mode.EXPLICIT, true);
    Column column =
        Evaluators.bind(value, NO_COLUMNS, new EvaluationContext(ZoneOffset.UTC, 0))
            .evaluate(row, row.selection());
    StateWriter out = new StateWriter();
    out.writeField(new Field(field.name(), field.type(), field.nullable()), column, 0);
    return out.toBytes();
  }
}
