package tidemark.operators.join;

import org.jspecify.annotations.Nullable;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.operators.state.StateAccess;
import tidemark.operators.state.StateRows;
import tidemark.operators.stateful.ExpiryIndex;

/**
 * The stores of a join: the kept rows of each side, and their order by time. To be made before any
 * partition changes one.
 */
final class JoinStores {
  private final JoinShape shape;
  private final StateRows leftRows;
  private final StateRows rightRows;
  private final long leftBefore;
  private final long rightBefore;
  private final @Nullable StateRows leftTimes;
  private final @Nullable StateRows rightTimes;

  JoinStores(JoinShape shape, StateAccess state) {
    this.shape = shape;
    this.leftRows = state.rows(JoinOperator.rowsOf(Side.LEFT));
    this.rightRows = state.rows(JoinOperator.rowsOf(Side.RIGHT));
    this.leftBefore = leftRows.count();
    this.rightBefore = rightRows.count();
    this.leftTimes = times(state, Side.LEFT);
    this.rightTimes = times(state, Side.RIGHT);
  }

  private @Nullable StateRows times(StateAccess state, Side side) {
    return shape.side(side).retention() instanceof Retention.Forever
        ? null
        : state.rows(JoinOperator.timesOf(side));
  }

  /** How many rows are kept. */
  long count() {
    return leftRows.count() + rightRows.count();
  }

  StoredSide rows(Side side) {
    return side == Side.LEFT
        ? new StoredSide(leftRows, leftBefore)
        : new StoredSide(rightRows, rightBefore);
  }

  /** How a side's rows are stored. */
  StoredForm form(Side side) {
    return new StoredForm((side == Side.LEFT ? leftRows : rightRows).form());
  }

  @Nullable ExpiryIndex index(Side side, long batch) {
    StateRows times = side == Side.LEFT ? leftTimes : rightTimes;
    return times == null ? null : new ExpiryIndex(times, batch);
  }
}
