package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.Casts;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Matching;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.value.TimePattern;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.expr.value.ZoneClock;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Functions between timestamps, numbers and texts. */
final class TimestampFunctions {
  private static final String DEFAULT_PATTERN = "yyyy-MM-dd HH:mm:ss";
  private static final DataType STAMP = SimpleType.TIMESTAMP;

  private TimestampFunctions() {}

  static List<FunctionDefinition> all() {
    List<FunctionDefinition> all = new ArrayList<>();
    all.add(
        since(
            "unix_seconds",
            "Whole seconds since 1970-01-01T00:00:00Z.",
            "unix_seconds(TIMESTAMP '1970-01-01 00:00:01Z') -> 1",
            1_000_000));
    all.add(
        since(
            "unix_millis",
            "Whole milliseconds since 1970-01-01T00:00:00Z.",
            "unix_millis(TIMESTAMP '1970-01-01 00:00:01Z') -> 1000",
            1000));
    all.add(
        since(
            "unix_micros",
            "Microseconds since 1970-01-01T00:00:00Z.",
            "unix_micros(TIMESTAMP '1970-01-01 00:00:01Z') -> 1000000",
            1));
    all.add(
        function(
            "timestamp_seconds",
            "timestamp_seconds(number)",
            "The timestamp so many seconds after 1970-01-01T00:00:00Z.",
            "timestamp_seconds(1) -> 1970-01-01 00:00:01",
            Rules.takes(EXACT_NUMBER).gives(STAMP),
            TimestampFunctions::ofSeconds));
    all.add(
        after(
            "timestamp_millis",
            "The timestamp so many milliseconds after 1970-01-01T00:00:00Z.",
            "timestamp_millis(1000) -> 1970-01-01 00:00:01",
            1000));
    all.add(
        after(
            "timestamp_micros",
            "The timestamp so many microseconds after 1970-01-01T00:00:00Z.",
            "timestamp_micros(1000000) -> 1970-01-01 00:00:01",
            1));
    all.add(
        function(
            "date_trunc",
            "date_trunc(unit, timestamp)",
            "The start of the unit that the timestamp lies in; null for an unknown unit.",
            "date_trunc('HOUR', TIMESTAMP '2024-05-06 07:08:09') -> 2024-05-06 07:00:00",
            Rules.takes(Parameter.STRING, Parameter.TIMESTAMP).mayGive(STAMP),
            Truncation::timestamps));
    all.add(
        function(
            "date_format",
            "date_format(timestamp, pattern)",
            "The timestamp written by a pattern such as 'yyyy-MM-dd HH:mm:ss'.",
            "date_format(TIMESTAMP '2024-05-06 07:08:09', 'HH:mm') -> 07:08",
            Rules.takes(Parameter.TIMESTAMP, Parameter.STRING).gives(SimpleType.STRING),
            c -> format(c, false)));
    all.add(
        function(
            "from_unixtime",
            "from_unixtime(seconds [, pattern])",
            "Seconds since 1970-01-01T00:00:00Z written by a pattern; too many count on from the"
                + " first timestamp there is.",
            "from_unixtime(0) -> 1970-01-01 00:00:00",
            Rules.takesAtLeast(1, Parameter.BIGINT, Parameter.STRING).gives(SimpleType.STRING),
            c -> format(c, true)));
    all.add(
        parsing(
            "to_timestamp",
            "The timestamp that a text holds, by Spark's formats or by a pattern.",
            "to_timestamp('2024-05-06', 'yyyy-MM-dd') -> 2024-05-06 00:00:00",
            STAMP,
            false));
    all.add(
        parsing(
            "try_to_timestamp",
            "Like to_timestamp, but null for a text that holds none.",
            "try_to_timestamp('x') -> NULL",
            STAMP,
            true));
    all.add(
        parsing(
            "to_timestamp_ltz",
            "The timestamp that a text holds, by Spark's formats or by a pattern.",
            "to_timestamp_ltz('2024-05-06', 'yyyy-MM-dd') -> 2024-05-06 00:00:00",
            STAMP,
            false));
    all.add(
        parsing(
            "to_timestamp_ntz",
            "The timestamp without a zone that a text holds, by Spark's formats or by a pattern.",
            "to_timestamp_ntz('2024-05-06', 'yyyy-MM-dd') -> 2024-05-06 00:00:00",
            SimpleType.TIMESTAMP_NTZ,
            false));
    all.add(
        parsing(
            "to_date",
            "The date that a text holds, by Spark's formats or by a pattern.",
            "to_date('06.05.2024', 'dd.MM.yyyy') -> 2024-05-06",
            SimpleType.DATE,
            false));
    all.add(
        parsing(
            "try_to_date",
            "Like to_date, but null for a text that holds none.",
            "try_to_date('x') -> NULL",
            SimpleType.DATE,
            true));
    all.add(
        function(
            "unix_timestamp|to_unix_timestamp",
            "unix_timestamp(time [, pattern])",
            "Whole seconds since 1970-01-01T00:00:00Z of a timestamp, a date or a text.",
            "unix_timestamp('1970-01-01 00:00:01') -> 1",
            TimestampFunctions::unixRule,
            TimestampFunctions::unixTimestamp));
    all.add(
        shifted(
            "from_utc_timestamp",
            "What a clock in the zone shows when the clock in UTC shows the timestamp.",
            "from_utc_timestamp(TIMESTAMP '2024-01-01 00:00:00', 'Asia/Tokyo') -> 2024-01-01"
                + " 09:00:00",
            true));
    all.add(
        shifted(
            "to_utc_timestamp",
            "What the clock in UTC shows when a clock in the zone shows the timestamp.",
            "to_utc_timestamp(TIMESTAMP '2024-01-01 09:00:00', 'Asia/Tokyo') -> 2024-01-01"
                + " 00:00:00",
            false));
    return all;
  }

  private static final Parameter EXACT_TIMESTAMP =
      t -> t == STAMP || t == SimpleType.VOID ? Optional.of(STAMP) : Optional.empty();
  private static final Parameter EXACT_INTEGRAL =
      t ->
          t.isIntegral() || t == SimpleType.VOID
              ? Optional.of(SimpleType.BIGINT)
              : Optional.empty();
  private static final Parameter EXACT_NUMBER =
      t -> t.isNumeric() || t == SimpleType.VOID ? Parameter.NUMBER.accept(t) : Optional.empty();

  private static FunctionDefinition since(String name, String meaning, String example, long unit) {
    return function(
        name,
        name + "(timestamp)",
        meaning,
        example,
        Rules.takes(EXACT_TIMESTAMP).gives(SimpleType.BIGINT),
        c -> floored(c.argument(0), unit));
  }

  private static Evaluator floored(Evaluator operand, long unit) {
    return (batch, rows) -> {
      LongColumn in = (LongColumn) operand.evaluate(batch, rows);
      long[] values = in.values();
      long[] out = new long[batch.size()];
      int count = rows.count();
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        out[r] = Math.floorDiv(values[r], unit);
      }
      return new LongColumn(out, in.nulls(), batch.size());
    };
  }

  private static FunctionDefinition after(String name, String meaning, String example, long unit) {
    return rows(
        name,
        name + "(number)",
        meaning,
        example,
        Rules.takes(EXACT_INTEGRAL).gives(STAMP),
        (in, out) -> {
          long value = in.longAt(0);
          if (Math.multiplyHigh(value, unit) != (value * unit) >> 63) {
            throw Failures.overflow(name + "(" + value + ")", "timestamp", "try_multiply");
          }
          out.set(in.position(), value * unit);
        });
  }

  private static Evaluator ofSeconds(BoundCall c) {
    DataType type = c.argumentType(0);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          if (type.isFractional()) {
            double value = in.doubleAt(0);
            if (Double.isFinite(value)) {
              out.set(in.position(), (long) (value * 1_000_000));
            } else {
              out.setNull(in.position());
            }
            return;
          }
          BigDecimal seconds =
              type instanceof DecimalType ? in.decimalAt(0) : BigDecimal.valueOf(in.longAt(0));
          BigDecimal micros = seconds.movePointRight(6);
          if (micros.toBigInteger().bitLength() > 63) {
            throw Failures.overflow(
                "timestamp_seconds(" + seconds.toPlainString() + ")", "timestamp", "try_multiply");
          }
          if (micros.stripTrailingZeros().scale() > 0) {
            throw Failures.argument(
                "timestamp_seconds",
                seconds.toPlainString() + " is finer than a microsecond",
                "round it to 6 digits");
          }
          out.set(in.position(), micros.longValue());
        });
  }

  private static Matching.LastPattern<TimePattern> patterns(
      String function, ZoneId zone, boolean reading) {
    return Matching.compiled(
        p -> {
          try {
            return reading ? TimePattern.reading(p, zone) : TimePattern.of(p, zone);
          } catch (IllegalArgumentException e) {
            throw Failures.argument(
                function,
                "'" + p + "' is no pattern: " + e.getMessage(),
                "for example 'yyyy-MM-dd HH:mm:ss'");
          }
        });
  }

  private static Evaluator format(BoundCall c, boolean seconds) {
    Matching.LastPattern<TimePattern> patterns = patterns(c.name(), c.context().zone(), false);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          String pattern = in.count() > 1 ? in.stringAt(1) : DEFAULT_PATTERN;
          long micros = seconds ? in.longAt(0) * ZoneClock.MICROS_A_SECOND : in.longAt(0);
          out.set(in.position(), patterns.of(pattern).write(micros));
        });
  }

  private static FunctionDefinition parsing(
      String name, String meaning, String example, DataType result, boolean trying) {
    return function(
        name,
        name + "(text [, pattern])",
        meaning,
        example,
        a -> parsingRule(a, result, trying),
        c -> parse(c, result, trying));
  }

  private static Typing parsingRule(List<Expression> a, DataType result, boolean trying) {
    Optional<DataType> first = a.isEmpty() ? Optional.empty() : timeOrText(a.get(0).type(), result);
    if (first.isEmpty() || a.size() > 2) {
      return Typing.unfit();
    }
    List<DataType> types =
        a.size() == 1 ? List.of(first.get()) : List.of(first.get(), SimpleType.STRING);
    return new Typing.Fits(types, result, trying || a.stream().anyMatch(Expression::nullable));
  }

  private static Optional<DataType> timeOrText(DataType given, DataType result) {
    boolean text = given == SimpleType.STRING || given == SimpleType.VOID;
    boolean number = given.isNumeric() && result == SimpleType.TIMESTAMP;
    return text
        ? Optional.of(SimpleType.STRING)
        : tidemark.operators.expr.typing.Coercion.isDatetime(given) || number
            ? Optional.of(given)
            : Optional.empty();
  }

  private static Evaluator parse(BoundCall c, DataType result, boolean trying) {
    DataType type = c.argumentType(0);
    if (c.arguments().size() == 1 || type != SimpleType.STRING) {
      return Casts.of(c.argument(0), type, result, trying, c.context().zone());
    }
    boolean local = result == SimpleType.TIMESTAMP_NTZ;
    ZoneId zone = c.context().zone();
    Matching.LastPattern<TimePattern> patterns = patterns(c.name(), zone, true);
    ZoneClock clock = ZoneClock.of(zone);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          TimePattern pattern = patterns.of(in.stringAt(1));
          OptionalLong micros =
              local ? pattern.readLocal(in.stringAt(0)) : pattern.read(in.stringAt(0));
          if (micros.isEmpty()) {
            missing(in, out, trying, c.name());
          } else if (result == SimpleType.DATE) {
            out.set(
                in.position(),
                Math.floorDiv(clock.local(micros.getAsLong()), ZoneClock.MICROS_A_DAY));
          } else {
            out.set(in.position(), micros.getAsLong());
          }
        });
  }

  private static void missing(Row in, ColumnSink out, boolean trying, String name) {
    if (!trying) {
      throw Failures.argument(
          name,
          "the text %s does not follow the pattern '%s'"
              .formatted(Failures.shown(in.stringAt(0)), in.stringAt(1)),
          "use `try_" + (name.startsWith("to_") ? name : "to_timestamp") + "` to get null instead");
    }
    out.setNull(in.position());
  }

  private static Typing unixRule(List<Expression> a) {
    if (!a.isEmpty() && a.get(0).type().isNumeric()) {
      return Typing.unfit();
    }
    Typing typing = parsingRule(a, STAMP, false);
    return typing instanceof Typing.Fits fits
        ? new Typing.Fits(fits.argumentTypes(), SimpleType.BIGINT, fits.nullable())
        : typing;
  }

  private static Evaluator unixTimestamp(BoundCall c) {
    List<Evaluator> arguments = new ArrayList<>(c.arguments());
    List<DataType> types = new ArrayList<>(c.argumentTypes());
    if (arguments.size() == 1 && types.get(0) == SimpleType.STRING) {
      arguments.add(
          new tidemark.operators.expr.kernel.Constant(
              tidemark.operators.expr.Literal.of(DEFAULT_PATTERN)));
      types.add(SimpleType.STRING);
    }
    boolean local = types.get(0) == SimpleType.TIMESTAMP_NTZ; // the zone is not asked, as in Spark
    Evaluator time =
        local
            ? arguments.get(0)
            : parse(new BoundCall(c.name(), arguments, types, STAMP, c.context()), STAMP, false);
    return Rows.strict(
        List.of(time),
        List.of(local ? SimpleType.TIMESTAMP_NTZ : STAMP),
        SimpleType.BIGINT,
        (in, out) -> out.set(in.position(), in.longAt(0) / ZoneClock.MICROS_A_SECOND));
  }

  private static FunctionDefinition shifted(
      String name, String meaning, String example, boolean from) {
    return function(
        name,
        name + "(timestamp, zone)",
        meaning,
        example,
        Rules.takes(Parameter.TIMESTAMP, Parameter.STRING).gives(STAMP),
        c -> {
          Matching.LastPattern<ZoneClock> clocks =
              Matching.compiled(
                  z -> {
                    try {
                      return ZoneClock.of(TimeText.zone(z));
                    } catch (DateTimeException e) {
                      throw Failures.argument(
                          name,
                          "'" + z + "' is no time zone",
                          "for example 'Europe/Berlin' or '+02:00'");
                    }
                  });
          return Rows.strict(
              c.arguments(),
              c.argumentTypes(),
              c.type(),
              (in, out) -> {
                ZoneClock clock = clocks.of(in.stringAt(1));
                out.set(
                    in.position(), from ? clock.local(in.longAt(0)) : clock.instant(in.longAt(0)));
              });
        });
  }
}
