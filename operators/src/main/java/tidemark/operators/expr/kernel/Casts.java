package tidemark.operators.expr.kernel;

import java.time.ZoneId;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.types.DataType;

/** Picks the kernel that casts between two types. */
public final class Casts {
  private Casts() {}

  public static Evaluator of(
      Evaluator operand, DataType from, DataType to, boolean trying, ZoneId zone) {
    if (from.isIntegral() && to.isIntegral()) {
      return operand;
    }
    return (batch, rows) -> {
      LongColumn in = (LongColumn) operand.evaluate(batch, rows);
      double[] out = new double[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        out[rows.row(i)] = in.get(rows.row(i));
      }
      return new DoubleColumn(out, in.nulls(), batch.size());
    };
  }
}
