package tidemark.operators.expr.typing;

import tidemark.operators.expr.Call;
import tidemark.operators.expr.Expression;

/** Tells intervals that are written in days from those that are written in shorter units. */
public final class WholeDays {
  /** The function that marks an interval literal of days; its value is its argument. */
  public static final String MARK = "whole_days";

  private WholeDays() {}

  static boolean holds(Expression interval) {
    return interval instanceof Call call
        && (call.function().equals(MARK)
            || (call.function().equals("negative") && holds(call.arguments().get(0))));
  }
}
