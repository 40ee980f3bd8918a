package tidemark.operators.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tidemark.operators.expr.Expression;

/**
 * What a join of two streams does with the rows of one side.
 *
 * @param condition over the side's columns: what must be true of a row for it to have partners; a
 *     row for which it is not is never kept
 * @param kept positions of the columns that kept rows have, ascending
 * @param time position of the timestamp by which partners lie near each other, and by which rows
 *     are forgotten {@link Retention.UntilTime}
 * @param lateness position of the event time by which rows come too late
 * @param retention how long rows are kept
 */
public record JoinInput(
    Optional<Expression> condition,
    List<Integer> kept,
    OptionalInt time,
    OptionalInt lateness,
    Retention retention) {
  public JoinInput {
    kept = List.copyOf(kept);
  }

  /** The same without the condition: it is known to be true of every row. */
  public JoinInput withCondition(Optional<Expression> other) {
    return new JoinInput(other, kept, time, lateness, retention);
  }
}
