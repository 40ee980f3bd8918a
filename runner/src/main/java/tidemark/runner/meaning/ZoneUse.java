package tidemark.runner.meaning;

import java.util.Map;
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
      Set.of(SimpleType.STRING, SimpleType.DATE, SimpleType.TIMESTAMP_NTZ);
  private static final Set<String> ALWAYS =
      Set.of(
          "date_trunc",
          "whole_days",
          "current_date",
          "current_timezone",
          "current_localtimestamp",
          "from_unixtime",
          "months_between");

  /** The texts among their parameters are no times: names of zones, and keys. */
  private static final Set<String> NEVER =
      Set.of("from_utc_timestamp", "to_utc_timestamp", "element_at", "try_element_at");

  /** They count seconds up to what their parameter says. */
  private static final Set<String> SECONDS = Set.of("unix_timestamp", "to_unix_timestamp");

  /** They read or write instants inside of texts. */
  private static final Set<String> DOCUMENTS = Set.of("from_json", "from_csv", "to_json", "to_csv");

  /** They take the pipeline's zone where they have so many parameters, and none that names one. */
  private static final Map<String, Integer> WITHOUT_ZONE =
      Map.of(
          "make_timestamp", 6,
          "make_timestamp_ltz", 6,
          "try_make_timestamp", 6,
          "try_make_timestamp_ltz", 6,
          "convert_timezone", 2);

  private ZoneUse() {}

  static boolean isIn(Expression expression) {
    return crosses(expression) || Expressions.children(expression).stream().anyMatch(ZoneUse::isIn);
  }

  private static boolean crosses(Expression expression) {
    if (expression instanceof Cast cast) {
      return convert(cast.operand().type(), cast.type());
    }
    if (!(expression instanceof Call call) || NEVER.contains(call.function())) {
      return false;
    }
    if (WITHOUT_ZONE.containsKey(call.function())) {
      return call.arguments().size() == WITHOUT_ZONE.get(call.function());
    }
    return ALWAYS.contains(call.function())
        || call.arguments().stream().anyMatch(a -> crosses(call, a.type()));
  }

  private static boolean crosses(Call call, DataType argument) {
    if (DOCUMENTS.contains(call.function())) {
      return convert(argument, call.type());
    }
    if (SECONDS.contains(call.function())) {
      return CIVIL.contains(argument);
    }
    if (argument == SimpleType.YEAR_MONTH_INTERVAL) {
      return call.type() == SimpleType.TIMESTAMP;
    }
    return argument == SimpleType.TIMESTAMP
        ? CIVIL.contains(call.type()) || call.type() == SimpleType.INT
        : CIVIL.contains(argument) && call.type() == SimpleType.TIMESTAMP;
  }

  /** True if an instant within a value becomes something civil, or the other way round. */
  private static boolean convert(DataType from, DataType to) {
    return from.holds(SimpleType.TIMESTAMP) && CIVIL.stream().anyMatch(to::holds)
        || CIVIL.stream().anyMatch(from::holds) && to.holds(SimpleType.TIMESTAMP);
  }
}
