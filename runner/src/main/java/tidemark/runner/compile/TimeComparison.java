package tidemark.runner.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.plan.TimeGap;
import tidemark.operators.types.SimpleType;

/**
 * A comparison of two timestamp columns with whole distances between them: {@code a + distance < b}
 * or {@code a + distance <= b}. Spark derives from such comparisons, and from no others, how long a
 * join keeps rows: columns, timestamps and intervals of days and less, added and subtracted.
 *
 * @param earlier name of column a
 * @param later name of column b
 * @param distanceMicros may be negative
 * @param strict whether the sides must differ
 */
record TimeComparison(String earlier, String later, long distanceMicros, boolean strict) {
  /** The condition as such a comparison, if it is one. */
  static Optional<TimeComparison> of(Expression condition) {
    if (!(condition instanceof Call call) || call.arguments().size() != 2) {
      return Optional.empty();
    }
    Expression first = call.arguments().get(0);
    Expression second = call.arguments().get(1);
    return switch (call.function()) {
      case "<" -> less(first, second, true);
      case "<=" -> less(first, second, false);
      case ">" -> less(second, first, true);
      case ">=" -> less(second, first, false);
      default -> Optional.empty();
    };
  }

  private static Optional<TimeComparison> less(
      Expression lesser, Expression greater, boolean strict) {
    Terms terms = new Terms();
    boolean linear = terms.add(lesser, 1) && terms.add(greater, -1);
    List<String> earlier = terms.columnsOf(1);
    List<String> later = terms.columnsOf(-1);
    return linear && terms.columns.size() == 2 && earlier.size() == 1 && later.size() == 1
        ? Optional.of(new TimeComparison(earlier.get(0), later.get(0), terms.micros, strict))
        : Optional.empty();
  }

  /**
   * Rows of the later column's side that the watermark has passed: what is added to it, in
   * milliseconds; a row at or before the sum has no partner to come. As in Spark the sum is cut to
   * milliseconds, and one less where both sides may be equal.
   */
  long stateOffsetMillis() {
    return Math.floorDiv(distanceMicros, 1000L) - (strict ? 0 : 1);
  }

  /** The same as the distance from a left row's time to a right row's. */
  TimeGap gap(String leftColumn) {
    long nearest = distanceMicros + (strict ? 1 : 0);
    return earlier.equals(leftColumn)
        ? new TimeGap(nearest, Long.MAX_VALUE)
        : new TimeGap(Long.MIN_VALUE, -nearest);
  }

  /** A sum of timestamp columns and intervals. */
  private static final class Terms {
    private final Map<String, Integer> columns = new HashMap<>();
    private long micros;

    /** False if the expression is no such sum. */
    boolean add(Expression expression, int sign) {
      if (expression instanceof ColumnReference column) {
        columns.merge(column.name(), sign, Integer::sum);
        return column.type() == SimpleType.TIMESTAMP;
      }
      if (expression instanceof Literal literal) {
        return addInterval(literal, sign);
      }
      if (!(expression instanceof Call call) || !isTime(call)) {
        return false;
      }
      List<Expression> arguments = call.arguments();
      return switch (call.function()) {
        case "+" -> add(arguments.get(0), sign) && add(arguments.get(1), sign);
        case "-" -> add(arguments.get(0), sign) && add(arguments.get(1), -sign);
        case "negative" -> add(arguments.get(0), -sign);
        default -> false;
      };
    }

    private boolean addInterval(Literal literal, int sign) {
      if (literal.type() != SimpleType.DAY_TIME_INTERVAL
          || !(literal.value() instanceof Long length)
          || Math.abs(length) > TimeComparison.LONGEST_MICROS) {
        return false;
      }
      micros += sign * length;
      return true;
    }

    /** A timestamp moved by an interval, or a sum of intervals: not the distance of timestamps. */
    private static boolean isTime(Call call) {
      boolean interval = call.type() == SimpleType.DAY_TIME_INTERVAL;
      return call.arguments().stream()
          .allMatch(
              a ->
                  a.type() == SimpleType.DAY_TIME_INTERVAL
                      || !interval && a.type() == SimpleType.TIMESTAMP);
    }

    List<String> columnsOf(int factor) {
      return columns.entrySet().stream()
          .filter(e -> e.getValue() == factor)
          .map(Map.Entry::getKey)
          .toList();
    }
  }

  /** Ten thousand years: longer ones bound nothing, and sums of shorter ones never overflow. */
  private static final long LONGEST_MICROS = 10_000L * 366 * 86_400 * 1_000_000;
}
