package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Constant;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.value.ZoneClock;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Arithmetic on dates, and the batch's time. */
final class DateFunctions {
  private static final Parameter DATE = Parameter.DATE;
  private static final Parameter INT = Parameter.INT;

  private static final Parameter DAYS =
      given ->
          given == SimpleType.BIGINT || given.isFractional() || given instanceof DecimalType
              ? Optional.empty()
              : INT.accept(given);

  private DateFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        rows(
            "date_add|dateadd",
            "date_add(date, days)",
            "The date so many days later.",
            "date_add(DATE '2024-01-31', 1) -> 2024-02-01",
            Rules.takes(DATE, DAYS).gives(SimpleType.DATE),
            (in, out) -> out.set(in.position(), day(in.longAt(0) + in.longAt(1)))),
        rows(
            "date_sub",
            "date_sub(date, days)",
            "The date so many days earlier.",
            "date_sub(DATE '2024-02-01', 1) -> 2024-01-31",
            Rules.takes(DATE, DAYS).gives(SimpleType.DATE),
            (in, out) -> out.set(in.position(), day(in.longAt(0) - in.longAt(1)))),
        rows(
            "datediff|date_diff",
            "datediff(end, start)",
            "The days from the start to the end.",
            "datediff(DATE '2024-02-01', DATE '2024-01-31') -> 1",
            Rules.takes(DATE, DATE).gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), in.longAt(0) - in.longAt(1))),
        rows(
            "add_months",
            "add_months(date, months)",
            "The date so many months later, at most its month's last day.",
            "add_months(DATE '2024-01-31', 1) -> 2024-02-29",
            Rules.takes(DATE, INT).gives(SimpleType.DATE),
            (in, out) ->
                out.set(
                    in.position(),
                    day(LocalDate.ofEpochDay(in.longAt(0)).plusMonths(in.longAt(1)).toEpochDay()))),
        function(
            "months_between",
            "months_between(end, start [, rounded])",
            "Months between two timestamps; the rest counts as days of a month of 31.",
            "months_between(DATE '2024-03-31', DATE '2024-02-29') -> 1.0",
            Rules.takesAtLeast(2, Parameter.TIMESTAMP, Parameter.TIMESTAMP, Parameter.BOOLEAN)
                .gives(SimpleType.DOUBLE),
            DateFunctions::monthsBetween),
        rows(
            "last_day",
            "last_day(date)",
            "The last day of the month.",
            "last_day(DATE '2024-02-10') -> 2024-02-29",
            Rules.takes(DATE).gives(SimpleType.DATE),
            (in, out) ->
                out.set(
                    in.position(),
                    LocalDate.ofEpochDay(in.longAt(0))
                        .with(TemporalAdjusters.lastDayOfMonth())
                        .toEpochDay())),
        rows(
            "next_day",
            "next_day(date, weekday)",
            "The first such day of the week that is later.",
            "next_day(DATE '2024-05-06', 'Mon') -> 2024-05-13",
            Rules.takes(DATE, Parameter.STRING).gives(SimpleType.DATE),
            DateFunctions::nextDay),
        rows(
            "make_date",
            "make_date(year, month, day)",
            "The date of its parts.",
            "make_date(2024, 2, 29) -> 2024-02-29",
            Rules.takes(INT, INT, INT).gives(SimpleType.DATE),
            DateFunctions::makeDate),
        rows(
            "unix_date",
            "unix_date(date)",
            "Days since 1970-01-01.",
            "unix_date(DATE '1970-01-02') -> 1",
            Rules.takes(t -> t == SimpleType.DATE ? Optional.of(t) : Optional.empty())
                .gives(SimpleType.INT),
            (in, out) -> out.set(in.position(), in.longAt(0))),
        rows(
            "date_from_unix_date",
            "date_from_unix_date(days)",
            "The date so many days after 1970-01-01.",
            "date_from_unix_date(1) -> 1970-01-02",
            Rules.takes(INT).gives(SimpleType.DATE),
            (in, out) -> out.set(in.position(), in.longAt(0))),
        function(
            "trunc",
            "trunc(date, unit)",
            "The first day of the week, month, quarter or year.",
            "trunc(DATE '2024-05-06', 'MM') -> 2024-05-01",
            Rules.takes(DATE, Parameter.STRING).mayGive(SimpleType.DATE),
            Truncation::dates),
        function(
            "current_timestamp|now",
            "current_timestamp()",
            "The time at which the batch was planned; the same when it is repeated.",
            "current_timestamp() -> 2024-05-06 07:08:09",
            Typings.none(SimpleType.TIMESTAMP),
            c ->
                new Constant(
                    new Literal(SimpleType.TIMESTAMP, c.context().batchTimeMillis() * 1000))),
        function(
            "current_date|curdate",
            "current_date()",
            "The day on which the batch was planned; the same when it is repeated.",
            "current_date() -> 2024-05-06",
            Typings.none(SimpleType.DATE),
            c ->
                new Constant(
                    new Literal(
                        SimpleType.DATE, Math.floorDiv(localNow(c), ZoneClock.MICROS_A_DAY)))),
        function(
            "current_localtimestamp|localtimestamp",
            "localtimestamp()",
            "The clock's time at which the batch was planned, without zone.",
            "localtimestamp() -> 2024-05-06 07:08:09",
            Typings.none(SimpleType.TIMESTAMP_NTZ),
            c -> new Constant(new Literal(SimpleType.TIMESTAMP_NTZ, localNow(c)))),
        function(
            "current_timezone",
            "current_timezone()",
            "The pipeline's time zone.",
            "current_timezone() -> UTC",
            Typings.none(SimpleType.STRING),
            c -> new Constant(Literal.of(c.context().zone().getId()))));
  }

  private static long localNow(BoundCall c) {
    return ZoneClock.of(c.context().zone()).local(c.context().batchTimeMillis() * 1000);
  }

  private static long day(long days) {
    if ((int) days != days) {
      throw Failures.overflow("the date", "date", "try_add");
    }
    return days;
  }

  private static void makeDate(Row in, ColumnSink out) {
    try {
      out.set(in.position(), LocalDate.of(in.intAt(0), in.intAt(1), in.intAt(2)).toEpochDay());
    } catch (DateTimeException e) {
      throw Failures.argument(
          "make_date", e.getMessage(), "use try_cast of a text to get null instead");
    }
  }

  private static void nextDay(Row in, ColumnSink out) {
    String name = in.stringAt(1).strip().toUpperCase(Locale.ROOT);
    for (DayOfWeek day : DayOfWeek.values()) {
      String full = day.name();
      if (name.equals(full)
          || name.equals(full.substring(0, 2))
          || name.equals(full.substring(0, 3))) {
        out.set(
            in.position(),
            LocalDate.ofEpochDay(in.longAt(0)).with(TemporalAdjusters.next(day)).toEpochDay());
        return;
      }
    }
    throw noDay(in.stringAt(1));
  }

  private static Failure noDay(String name) {
    return Failures.argument(
        "next_day", "'" + name + "' is no day of the week", "for example 'Monday' or 'Mon'");
  }

  private static Evaluator monthsBetween(BoundCall c) {
    ZoneClock clock = ZoneClock.of(c.context().zone());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          boolean round = in.count() < 3 || in.booleanAt(2);
          double months = months(clock.local(in.longAt(0)), clock.local(in.longAt(1)));
          out.set(in.position(), round ? Math.round(months * 1e8) / 1e8 : months);
        });
  }

  private static double months(long end, long start) {
    LocalDate a = LocalDate.ofEpochDay(Math.floorDiv(end, ZoneClock.MICROS_A_DAY));
    LocalDate b = LocalDate.ofEpochDay(Math.floorDiv(start, ZoneClock.MICROS_A_DAY));
    double whole = (a.getYear() - b.getYear()) * 12.0 + a.getMonthValue() - b.getMonthValue();
    boolean bothLast =
        a.getDayOfMonth() == a.lengthOfMonth() && b.getDayOfMonth() == b.lengthOfMonth();
    if (a.getDayOfMonth() == b.getDayOfMonth() || bothLast) {
      return whole;
    }
    long seconds =
        (a.getDayOfMonth() - b.getDayOfMonth()) * 86_400L + secondOfDay(end) - secondOfDay(start);
    return whole + seconds / (31.0 * 86_400.0);
  }

  private static long secondOfDay(long micros) {
    return Math.floorMod(micros, ZoneClock.MICROS_A_DAY) / ZoneClock.MICROS_A_SECOND;
  }
}
