package tidemark.operators.plan;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;

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
   * or a whole number made wider.
   */
  public static Optional<ColumnReference> column(Expression value) {
    if (value instanceof ColumnReference column) {
      return Optional.of(column);
    }
    return value instanceof Cast cast
            && cast.mode() == Cast.Mode.IMPLICIT
            && cast.type().isIntegral()
            && cast.operand() instanceof ColumnReference narrower
            && narrower.type().isIntegral()
        ? Optional.of(narrower)
        : Optional.empty();
  }
}
