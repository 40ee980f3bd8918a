package tidemark.runner.compile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.FieldAccess;
import tidemark.operators.types.SimpleType;

/**
 * The columns that a condition cannot be true without: if one is null, the condition is null. Spark
 * adds a null test for each, and the test may go where the condition itself cannot.
 */
final class NullRejection {
  private static final Set<String> STRICT =
      Set.of(
          "=",
          "<>",
          "<",
          "<=",
          ">",
          ">=",
          "+",
          "-",
          "*",
          "/",
          "%",
          "div",
          "negative",
          "~",
          "&",
          "|",
          "^",
          "like",
          "rlike",
          "not",
          "length",
          "upper",
          "lower",
          "trim",
          "ltrim",
          "rtrim",
          "substring",
          "abs",
          "floor",
          "ceil",
          "year",
          "month",
          "day",
          "hour",
          "minute",
          "second",
          "startswith",
          "endswith",
          "contains");

  private NullRejection() {}

  /** The null tests that follow from the condition, over its nullable top-level columns. */
  static List<Expression> tests(Expression condition) {
    Map<String, Expression> tests = new LinkedHashMap<>();
    collect(condition, tests);
    return List.copyOf(tests.values());
  }

  private static void collect(Expression expression, Map<String, Expression> tests) {
    if (expression instanceof ColumnReference column) {
      if (column.nullable()) {
        tests.put(column.name(), new Call("isnotnull", List.of(column), SimpleType.BOOLEAN, false));
      }
      return;
    }
    boolean strict =
        expression instanceof Call call && STRICT.contains(call.function())
            || expression instanceof Cast cast && cast.mode() != Cast.Mode.TRYING
            || expression instanceof FieldAccess;
    if (strict) {
      Expressions.children(expression).forEach(c -> collect(c, tests));
    }
  }
}
