package tidemark.runner.meaning;

import java.util.Set;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/**
 * Whether the value of an expression depends on the pipeline's time zone: wherever an instant
 * becomes something that people read off a clock or calendar, or the other way round.
 */
final class ZoneUse {
  private static final Set<DataType> CIVIL =
      Set.of(SimpleType.STRING, SimpleType.DATE, SimpleType.TIMESTAMP_NTZ, SimpleType.INT);
  private static final Set<String> ALWAYS = Set.of("date_trunc", "whole_days", "current_date");

  private ZoneUse() {}

  static boolean isIn(Expression expression) {
    return crosses(expression) || Expressions.children(expression).stream().anyMatch(ZoneUse::isIn);
  }

  private static boolean crosses(Expression expression) {
    if (expression instanceof Cast cast) {
      return crosses(cast.operand().type(), cast.type());
    }
    if (expression instanceof Call call) {
      return ALWAYS.contains(call.function())
          || call.arguments().stream().anyMatch(a -> crosses(a.type(), call.type()));
    }
    return false;
  }

  private static boolean crosses(DataType from, DataType to) {
    return from == SimpleType.TIMESTAMP && CIVIL.contains(to)
        || to == SimpleType.TIMESTAMP && CIVIL.contains(from) && from != SimpleType.INT;
  }
}
