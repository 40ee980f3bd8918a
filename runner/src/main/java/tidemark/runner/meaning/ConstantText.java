package tidemark.runner.meaning;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.StateField.Initial;

/** The value of a constant expression, as a text that a cast reads back. */
final class ConstantText {
  private static final Schema NO_COLUMNS = new Schema(List.of());

  private ConstantText() {}

  /** What rows hold that were stored without the constant. */
  static Initial of(Expression constant) {
    Batch row = new Batch(NO_COLUMNS, new Column[0], 1);
    Cast text = new Cast(constant, SimpleType.STRING, Cast.Mode.EXPLICIT, true);
    Column column =
        Evaluators.bind(text, NO_COLUMNS, new EvaluationContext(ZoneOffset.UTC, 0))
            .evaluate(row, row.selection());
    if (column.isNull(0)) {
      return new Initial.Null();
    }
    BytesColumn bytes = (BytesColumn) column;
    return new Initial.Value(
        new String(bytes.data(), bytes.start(0), bytes.length(0), StandardCharsets.UTF_8));
  }
}
