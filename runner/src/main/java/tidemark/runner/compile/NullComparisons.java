package tidemark.runner.compile;

import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Literal;

/** A comparison with null is null for every row, which is valid and never meant (TM314). */
final class NullComparisons {
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "<", "<=", ">", ">=");

  private NullComparisons() {}

  /** Warns of each in the expression. */
  static void check(Expression expression, Diagnostics found) {
    Expressions.children(expression).forEach(child -> check(child, found));
    if (expression instanceof Call call
        && COMPARISONS.contains(call.function())
        && call.arguments().stream().anyMatch(NullComparisons::isNull)) {
      call.written()
          .ifPresent(
              written ->
                  found.warning(
                      Code.TM314,
                      written.span(),
                      "a comparison with NULL is null for every row",
                      "write `IS NULL` or `IS NOT NULL`; `<=>` finds null equal to null"));
    }
  }

  private static boolean isNull(Expression side) {
    Expression inner =
        side instanceof Cast cast && cast.mode() == Cast.Mode.IMPLICIT ? cast.operand() : side;
    return inner instanceof Literal literal && literal.value() == null;
  }
}
