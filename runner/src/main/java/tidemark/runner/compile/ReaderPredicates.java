package tidemark.runner.compile;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Literal;

/**
 * The conditions that Spark's text readers apply while they read, so that the rows that fail them
 * are never counted as input: comparisons of a top-level column with constants, null tests, lists,
 * prefixes, and AND, OR and NOT of those. Nothing that computes on the column or casts it, except
 * that a numeric column may be compared with a number of another type.
 */
final class ReaderPredicates {
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "<", "<=", ">", ">=", "<=>");
  private static final Set<String> TEXT_TESTS = Set.of("startswith", "endswith", "contains");

  private ReaderPredicates() {}

  /** True if the reader itself applies the condition. */
  static boolean applies(Expression condition) {
    if (!(condition instanceof Call call)) {
      return false;
    }
    List<Expression> arguments = call.arguments();
    String function = call.function();
    if (COMPARISONS.contains(function)) {
      return isColumn(arguments.get(0)) && isConstant(arguments.get(1))
          || isConstant(arguments.get(0)) && isColumn(arguments.get(1));
    }
    if (TEXT_TESTS.contains(function)) {
      return arguments.get(0) instanceof ColumnReference && isConstant(arguments.get(1));
    }
    return switch (function) {
      case "and", "or", "not" -> arguments.stream().allMatch(ReaderPredicates::applies);
      case "isnull", "isnotnull" -> arguments.get(0) instanceof ColumnReference;
      case "in" ->
          isColumn(arguments.get(0))
              && arguments.stream().skip(1).allMatch(ReaderPredicates::isConstant);
      case "like" ->
          arguments.size() == 2
              && arguments.get(0) instanceof ColumnReference
              && pattern(arguments.get(1)).filter(ReaderPredicates::isPlainPattern).isPresent();
      default -> false;
    };
  }

  private static boolean isColumn(Expression expression) {
    return expression instanceof ColumnReference
        || expression instanceof Cast cast
            && cast.mode() == Cast.Mode.IMPLICIT
            && cast.operand() instanceof ColumnReference column
            && column.type().isNumeric()
            && cast.type().isNumeric();
  }

  private static boolean isConstant(Expression expression) {
    return Expressions.isConstant(expression);
  }

  private static Optional<String> pattern(Expression expression) {
    return expression instanceof Literal literal && literal.value() instanceof String text
        ? Optional.of(text)
        : Optional.empty();
  }

  /** A prefix, suffix, part or whole: wildcards only at the ends. */
  private static boolean isPlainPattern(String pattern) {
    String middle = pattern.startsWith("%") ? pattern.substring(1) : pattern;
    middle = middle.endsWith("%") ? middle.substring(0, middle.length() - 1) : middle;
    return middle.chars().noneMatch(c -> c == '%' || c == '_' || c == '\\');
  }
}
