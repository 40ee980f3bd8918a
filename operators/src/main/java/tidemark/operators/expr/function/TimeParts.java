package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Matching;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.expr.value.ZoneClock;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Functions that make timestamps and intervals of their parts. */
final class TimeParts {
  private static final long MICROS_A_SECOND = 1_000_000L;
  private static final Parameter LOCAL = Parameter.of(SimpleType.TIMESTAMP_NTZ);
  private static final Parameter SECONDS = Parameter.of(new DecimalType(16, 6));

  private TimeParts() {}

  static List<FunctionDefinition> all() {
    Stream<FunctionDefinition> timestamps =
        Stream.of("make_timestamp", "make_timestamp_ltz", "make_timestamp_ntz")
            .flatMap(name -> Stream.of(timestamp(name, false), timestamp("try_" + name, true)));
    return Stream.concat(
            timestamps,
            Stream.of(
                function(
                    "convert_timezone",
                    "convert_timezone([from zone,] to zone, timestamp_ntz)",
                    "What a clock in one zone shows when that in another (by default the"
                        + " pipeline's) shows the timestamp.",
                    "convert_timezone('UTC', 'Asia/Tokyo', TIMESTAMP_NTZ '2024-01-01 00:00:00')"
                        + " -> 2024-01-01 09:00:00",
                    TimeParts::convertRule,
                    TimeParts::convert),
                rows(
                    "make_dt_interval",
                    "make_dt_interval([days [, hours [, minutes [, seconds]]]])",
                    "The interval of its parts.",
                    "timestamp_seconds(0) + make_dt_interval(0, 1, 2) -> 1970-01-01 01:02:00",
                    Rules.takesAtLeast(0, Parameter.INT, Parameter.INT, Parameter.INT, SECONDS)
                        .gives(SimpleType.DAY_TIME_INTERVAL),
                    (in, out) -> out.set(in.position(), dayTime(in))),
                rows(
                    "make_ym_interval",
                    "make_ym_interval([years [, months]])",
                    "The interval of its parts.",
                    "DATE '2024-01-31' + make_ym_interval(1, 1) -> 2025-02-28",
                    Rules.takesAtLeast(0, Parameter.INT, Parameter.INT)
                        .gives(SimpleType.YEAR_MONTH_INTERVAL),
                    (in, out) -> out.set(in.position(), yearMonth(in)))))
        .toList();
  }

  private static FunctionDefinition timestamp(String name, boolean trying) {
    boolean local = name.endsWith("_ntz");
    DataType type = local ? SimpleType.TIMESTAMP_NTZ : SimpleType.TIMESTAMP;
    String zone = local ? "" : " [, zone]";
    Parameter[] parameters = {
      Parameter.INT,
      Parameter.INT,
      Parameter.INT,
      Parameter.INT,
      Parameter.INT,
      SECONDS,
      Parameter.STRING
    };
    Rules rules =
        local
            ? Rules.takes(java.util.Arrays.copyOf(parameters, 6))
            : Rules.takesAtLeast(6, parameters);
    return function(
        name,
        name + "(year, month, day, hour, minute, seconds" + zone + ")",
        (local ? "The timestamp without a zone of its parts" : "The timestamp of its parts")
            + (trying ? ", null if there is none." : "."),
        name + "(2024, 5, 6, 7, 8, 9.5) -> 2024-05-06 07:08:09.5",
        trying ? rules.mayGive(type) : rules.gives(type),
        c -> make(c, local ? ZoneOffset.UTC : c.context().zone(), trying));
  }

  private static Evaluator make(BoundCall c, ZoneId zone, boolean trying) {
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          try {
            ZoneId there = in.count() > 6 ? TimeText.zone(in.stringAt(6)) : zone;
            out.set(in.position(), TimeText.micros(local(in).atZone(there).toInstant()));
          } catch (DateTimeException e) {
            if (!trying) {
              throw Failures.argument(
                  c.name(), e.getMessage(), "use `try_" + c.name() + "` to get null instead");
            }
            out.setNull(in.position());
          }
        });
  }

  /** The parts; a 60th second without a fraction is the next minute's first. */
  private static LocalDateTime local(Row in) {
    BigDecimal seconds = in.decimalAt(5);
    int whole = seconds.setScale(0, RoundingMode.FLOOR).intValue();
    int micros = seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(6).intValue();
    boolean leap = whole == 60 && micros == 0;
    return LocalDateTime.of(
            in.intAt(0),
            in.intAt(1),
            in.intAt(2),
            in.intAt(3),
            in.intAt(4),
            leap ? 0 : whole,
            micros * 1000)
        .plusMinutes(leap ? 1 : 0);
  }

  private static Typing convertRule(List<Expression> a) {
    Rules rules =
        a.size() == 2
            ? Rules.takes(Parameter.STRING, LOCAL)
            : Rules.takes(Parameter.STRING, Parameter.STRING, LOCAL);
    return rules.gives(SimpleType.TIMESTAMP_NTZ).apply(a);
  }

  private static Evaluator convert(BoundCall c) {
    Matching.LastPattern<ZoneClock> from = Matching.compiled(TimeParts::clock);
    Matching.LastPattern<ZoneClock> to = Matching.compiled(TimeParts::clock);
    ZoneClock here = ZoneClock.of(c.context().zone());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          int last = in.count() - 1;
          ZoneClock source = last == 2 ? from.of(in.stringAt(0)) : here;
          long instant = source.instant(in.longAt(last));
          out.set(in.position(), to.of(in.stringAt(last - 1)).local(instant));
        });
  }

  private static ZoneClock clock(String zone) {
    try {
      return ZoneClock.of(TimeText.zone(zone));
    } catch (DateTimeException e) {
      throw Failures.argument(
          "convert_timezone",
          "'" + zone + "' is no time zone",
          "for example 'Europe/Berlin' or '+02:00'");
    }
  }

  private static long dayTime(Row in) {
    Function<Integer, Long> part = i -> i < in.count() ? in.longAt(i) : 0L;
    try {
      long seconds =
          Math.addExact(
              Math.multiplyExact(part.apply(0), 86_400L),
              part.apply(1) * 3_600L + part.apply(2) * 60L);
      long micros = in.count() > 3 ? in.decimalAt(3).movePointRight(6).longValueExact() : 0;
      return Math.addExact(Math.multiplyExact(seconds, MICROS_A_SECOND), micros);
    } catch (ArithmeticException e) {
      throw Failures.overflow("make_dt_interval", "interval", "try_cast");
    }
  }

  private static long yearMonth(Row in) {
    long years = in.count() > 0 ? in.longAt(0) : 0;
    long months = years * 12 + (in.count() > 1 ? in.longAt(1) : 0);
    if (months != (int) months) {
      throw Failures.overflow("make_ym_interval", "interval", "try_cast");
    }
    return months;
  }
}
