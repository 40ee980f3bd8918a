package tidemark.operators.plan;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;

/**
 * How a lookup asks its source for the rows of single keys instead of reading it whole.
 *
 * @param keys positions among the join's keys of those that it asks by, at least one
 * @param maxRows how many rows of answers are remembered
 * @param keptMillis for how long; for the whole run if empty
 */
public record Asking(List<Integer> keys, long maxRows, Optional<Long> keptMillis) {
  public Asking {
    keys = List.copyOf(keys);
  }

  /**
   * The column by which a source is asked for a value of its rows: the value is the column itself,
   * or a whole number or decimal made wider.
   */
  public static Optional<ColumnReference> column(Expression value) {
    if (value instanceof ColumnReference column) {
      return Optional.of(column);
    }
    return value instanceof Cast cast
            && cast.mode() == Cast.Mode.IMPLICIT
            && cast.operand() instanceof ColumnReference narrower
            && isExact(narrower.type(), cast.type())
        ? Optional.of(narrower)
        : Optional.empty();
  }

  private static boolean isExact(DataType from, DataType to) {
    return to.isIntegral() && from.isIntegral()
        || to instanceof DecimalType && (from.isIntegral() || from instanceof DecimalType);
  }
}
