package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;

import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.Casts;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.expr.value.ZoneClock;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Functions that read one part of a date, timestamp or interval. */
final class TimeFields {
  private static final long SECOND = ZoneClock.MICROS_A_SECOND;
  private static final DecimalType SECONDS = new DecimalType(8, 6);

  private TimeFields() {}

  static List<FunctionDefinition> all() {
    List<FunctionDefinition> all = new ArrayList<>();
    all.add(ofDate("year", "The year.", "year(DATE '2024-05-06') -> 2024"));
    all.add(ofDate("quarter", "The quarter, 1 to 4.", "quarter(DATE '2024-05-06') -> 2"));
    all.add(ofDate("month", "The month, 1 to 12.", "month(DATE '2024-05-06') -> 5"));
    all.add(ofDate("day|dayofmonth", "The day of the month.", "day(DATE '2024-05-06') -> 6"));
    all.add(
        ofDate(
            "dayofweek",
            "The day of the week, from 1 for Sunday.",
            "dayofweek(DATE '2024-05-06') -> 2"));
    all.add(
        ofDate(
            "weekday",
            "The day of the week, from 0 for Monday.",
            "weekday(DATE '2024-05-06') -> 0"));
    all.add(ofDate("dayofyear", "The day of the year.", "dayofyear(DATE '2024-05-06') -> 127"));
    all.add(
        ofDate("weekofyear", "The ISO week of the year.", "weekofyear(DATE '2024-05-06') -> 19"));
    all.add(ofTime("hour", "The hour of the day.", "hour(TIMESTAMP '2024-05-06 07:08:09') -> 7"));
    all.add(
        ofTime(
            "minute", "The minute of the hour.", "minute(TIMESTAMP '2024-05-06 07:08:09') -> 8"));
    all.add(
        ofTime(
            "second", "The second of the minute.", "second(TIMESTAMP '2024-05-06 07:08:09') -> 9"));
    all.add(
        function(
            "date_part|datepart|extract",
            "date_part(field, time)",
            "The named field, as EXTRACT(field FROM time) does: year, month, day, hour, second, dow, doy, week, ….",
            "date_part('hour', TIMESTAMP '2024-05-06 07:08:09') -> 7",
            TimeFields::partRule,
            TimeFields::part));
    all.add(
        named("dayname", "The day's name, three letters.", "dayname(DATE '2024-05-06') -> Mon"));
    all.add(
        named(
            "monthname",
            "The month's name, three letters.",
            "monthname(DATE '2024-05-06') -> May"));
    return all;
  }

  private static FunctionDefinition ofDate(String names, String meaning, String example) {
    String name = names.split("\\|")[0];
    return function(
        names,
        name + "(date)",
        meaning,
        example,
        Rules.takes(TimeFields::dateLike).gives(SimpleType.INT),
        c -> field(name, c, 0));
  }

  /** Fields of dates are read from timestamps too, on the zone's clock. */
  private static Optional<DataType> dateLike(DataType given) {
    return Coercion.isDatetime(given) ? Optional.of(given) : Parameter.DATE.accept(given);
  }

  private static FunctionDefinition ofTime(String name, String meaning, String example) {
    return function(
        name,
        name + "(timestamp)",
        meaning,
        example,
        Rules.takes(
                t -> t == SimpleType.TIMESTAMP_NTZ ? Optional.of(t) : Parameter.TIMESTAMP.accept(t))
            .gives(SimpleType.INT),
        c -> field(name, c, 0));
  }

  private static FunctionDefinition named(String name, String meaning, String example) {
    return Define.rows(
        name,
        name + "(date)",
        meaning,
        example,
        Rules.takes(Parameter.DATE).gives(SimpleType.STRING),
        (in, out) -> {
          LocalDate date = LocalDate.ofEpochDay(in.longAt(0));
          String full =
              name.equals("dayname") ? date.getDayOfWeek().name() : date.getMonth().name();
          out.set(in.position(), full.charAt(0) + full.substring(1, 3).toLowerCase(Locale.ROOT));
        });
  }

  private static Evaluator field(String name, BoundCall c, int argument) {
    DataType type = c.argumentType(argument);
    boolean date = type == SimpleType.DATE;
    LongUnaryOperator ofDays = ofDays(name);
    LongUnaryOperator ofMicros = ofMicros(name);
    ZoneClock clock = type == SimpleType.TIMESTAMP ? ZoneClock.of(c.context().zone()) : null;
    Evaluator operand = c.argument(argument);
    return (batch, rows) -> {
      LongColumn in = (LongColumn) operand.evaluate(batch, rows);
      long[] values = in.values();
      long[] out = new long[batch.size()];
      boolean[] nulls = in.nulls();
      for (int i = 0; i < rows.count(); i++) {
        int r = rows.row(i);
        if (nulls != null && nulls[r]) {
          continue;
        }
        long local = clock == null ? values[r] : clock.local(values[r]);
        out[r] =
            ofMicros != null
                ? ofMicros.applyAsLong(local)
                : ofDays.applyAsLong(date ? local : Math.floorDiv(local, ZoneClock.MICROS_A_DAY));
      }
      return new LongColumn(out, nulls, batch.size());
    };
  }

  private static LongUnaryOperator ofDays(String name) {
    return switch (name) {
      case "year" -> d -> LocalDate.ofEpochDay(d).getYear();
      case "quarter" -> d -> (LocalDate.ofEpochDay(d).getMonthValue() + 2) / 3;
      case "month" -> d -> LocalDate.ofEpochDay(d).getMonthValue();
      case "day" -> d -> LocalDate.ofEpochDay(d).getDayOfMonth();
      case "dayofweek" -> d -> Math.floorMod(d + 4, 7L) + 1;
      case "weekday" -> d -> Math.floorMod(d + 3, 7L);
      case "dayofweek_iso" -> d -> Math.floorMod(d + 3, 7L) + 1;
      case "dayofyear" -> d -> LocalDate.ofEpochDay(d).getDayOfYear();
      case "weekofyear" -> d -> LocalDate.ofEpochDay(d).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      case "yearofweek" -> d -> LocalDate.ofEpochDay(d).get(IsoFields.WEEK_BASED_YEAR);
      default -> d -> 0;
    };
  }

  private static @org.jspecify.annotations.Nullable LongUnaryOperator ofMicros(String name) {
    return switch (name) {
      case "hour" -> t -> Math.floorMod(Math.floorDiv(t, 3600 * SECOND), 24L);
      case "minute" -> t -> Math.floorMod(Math.floorDiv(t, 60 * SECOND), 60L);
      case "second" -> t -> Math.floorMod(Math.floorDiv(t, SECOND), 60L);
      case "seconds" -> t -> Math.floorMod(t, 60 * SECOND);
      default -> null;
    };
  }

  private static String canonicalField(Expression field) {
    String word = Rules.literal(field).map(Object::toString).orElse("").toLowerCase(Locale.ROOT);
    return switch (word) {
      case "year", "y", "years", "yr", "yrs" -> "year";
      case "yearofweek" -> "yearofweek";
      case "quarter", "qtr" -> "quarter";
      case "month", "mon", "mons", "months" -> "month";
      case "week", "w", "weeks" -> "weekofyear";
      case "day", "d", "days" -> "day";
      case "dayofweek", "dow" -> "dayofweek";
      case "dayofweek_iso", "dow_iso" -> "dayofweek_iso";
      case "doy" -> "dayofyear";
      case "hour", "h", "hours", "hr", "hrs" -> "hour";
      case "minute", "m", "min", "mins", "minutes" -> "minute";
      case "second", "s", "sec", "seconds", "secs" -> "seconds";
      default -> "";
    };
  }

  private static Typing partRule(List<Expression> a) {
    if (a.size() != 2) {
      return Typing.unfit();
    }
    String field = canonicalField(a.get(0));
    if (field.isEmpty()) {
      return Typing.unfit("the field must be a literal such as 'hour'");
    }
    boolean interval = Coercion.isInterval(a.get(1).type());
    Optional<DataType> time =
        interval ? Optional.of(a.get(1).type()) : Parameter.DATETIME.accept(a.get(1).type());
    if (time.isEmpty()) {
      return Typing.unfit();
    }
    DataType result =
        field.equals("seconds") ? SECONDS : interval ? ofInterval(field) : SimpleType.INT;
    return new Typing.Fits(List.of(SimpleType.STRING, time.get()), result, a.get(1).nullable());
  }

  private static DataType ofInterval(String field) {
    boolean small = field.equals("month") || field.equals("hour") || field.equals("minute");
    return small ? SimpleType.TINYINT : SimpleType.INT;
  }

  private static Evaluator part(BoundCall c) {
    String field =
        canonicalField(tidemark.operators.expr.Literal.of((String) c.constant(0).value()));
    DataType type = c.argumentType(1);
    if (Coercion.isInterval(type)) {
      return tidemark.operators.expr.kernel.Rows.strict(
          List.of(c.argument(1)),
          List.of(type),
          c.type(),
          (in, out) -> out.set(in.position(), ofInterval(field, in.longAt(0))));
    }
    if (type == SimpleType.DATE && ofMicros(field) != null) {
      Evaluator time =
          Casts.of(c.argument(1), type, SimpleType.TIMESTAMP, false, c.context().zone());
      return field(
          field,
          new BoundCall(
              c.name(), List.of(time), List.of(SimpleType.TIMESTAMP), c.type(), c.context()),
          0);
    }
    return field(field, c, 1);
  }

  private static long ofInterval(String field, long value) {
    return switch (field) {
      case "year" -> value / 12;
      case "month" -> value % 12;
      case "day" -> value / ZoneClock.MICROS_A_DAY;
      case "hour" -> value / (3600 * SECOND) % 24;
      case "minute" -> value / (60 * SECOND) % 60;
      case "seconds" -> value % (60 * SECOND);
      default -> 0;
    };
  }
}
