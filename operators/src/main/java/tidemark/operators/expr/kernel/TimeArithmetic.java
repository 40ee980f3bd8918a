package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.expr.value.ZoneClock;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Adds, subtracts and scales dates, timestamps and intervals. */
public final class TimeArithmetic {
  private TimeArithmetic() {}

  /** {@code types} are those of the two operands, the temporal one first. */
  public static Evaluator of(
      String operator,
      List<Evaluator> operands,
      List<DataType> types,
      DataType result,
      ZoneId zone) {
    for (Evaluator operand : operands) {
      if (operand instanceof Constant constant && constant.isNull()) {
        return new Constant(new tidemark.operators.expr.Literal(result, null));
      }
    }
    DataType a = types.get(0);
    DataType b = types.get(1);
    boolean minus = operator.equals("-");
    if (operator.equals("*") || operator.equals("/")) {
      return scaled(operator, operands, types, result);
    }
    if (a == b && isInterval(a)) {
      return plain(minus, operands, a);
    }
    if (isInterval(b)) {
      return shifted(minus, operands, types, result, zone);
    }
    return difference(operands, types, zone);
  }

  private static boolean isInterval(DataType type) {
    return type == SimpleType.DAY_TIME_INTERVAL || type == SimpleType.YEAR_MONTH_INTERVAL;
  }

  private static Evaluator plain(boolean minus, List<Evaluator> operands, DataType type) {
    return new LongArithmetic(
        minus ? LongArithmetic.Operation.SUBTRACT : LongArithmetic.Operation.ADD,
        operands.get(0),
        operands.get(1),
        Arithmetic.min(type),
        Arithmetic.max(type),
        (x, y) ->
            Failures.overflow(
                "the sum of two intervals", type.ddl(), minus ? "try_subtract" : "try_add"));
  }

  private static Evaluator shifted(
      boolean minus, List<Evaluator> operands, List<DataType> types, DataType result, ZoneId zone) {
    boolean months = types.get(1) == SimpleType.YEAR_MONTH_INTERVAL;
    boolean date = types.get(0) == SimpleType.DATE;
    ZoneId in = types.get(0) == SimpleType.TIMESTAMP ? zone : ZoneOffset.UTC;
    boolean fixed = in.getRules().isFixedOffset();
    if (!months && !date && fixed) {
      return new LongArithmetic(
          minus ? LongArithmetic.Operation.SUBTRACT : LongArithmetic.Operation.ADD,
          operands.get(0),
          operands.get(1),
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          (x, y) -> overflow(result, minus));
    }
    return Rows.strict(
        operands,
        types,
        result,
        (row, out) -> {
          long amount = minus ? -row.longAt(1) : row.longAt(1);
          try {
            long value =
                date
                    ? shiftDate(row.longAt(0), amount, months)
                    : shiftInstant(row.longAt(0), amount, months, in);
            out.set(row.position(), value);
          } catch (ArithmeticException | java.time.DateTimeException e) {
            throw overflow(result, minus);
          }
        });
  }

  private static tidemark.operators.diagnostics.Failure overflow(DataType result, boolean minus) {
    return Failures.overflow(
        "the sum of a " + result.ddl() + " and an interval",
        result.ddl(),
        minus ? "try_subtract" : "try_add");
  }

  private static long shiftDate(long days, long amount, boolean months) {
    return months
        ? LocalDate.ofEpochDay(days).plusMonths(amount).toEpochDay()
        : Math.addExact(days, amount / ZoneClock.MICROS_A_DAY);
  }

  private static long shiftInstant(long micros, long amount, boolean months, ZoneId zone) {
    var local = TimeText.instant(micros).atZone(zone);
    if (months) {
      return TimeText.micros(local.plusMonths(amount).toInstant());
    }
    long days = amount / ZoneClock.MICROS_A_DAY;
    long rest = amount - days * ZoneClock.MICROS_A_DAY;
    return Math.addExact(TimeText.micros(local.plusDays(days).toInstant()), rest);
  }

  /** The time between what two clocks show: that of the zone, and the one of texts without zone. */
  private static Evaluator difference(List<Evaluator> operands, List<DataType> types, ZoneId zone) {
    ZoneClock clock = ZoneClock.of(zone);
    if (types.get(0) == SimpleType.DATE) {
      return days(operands, types);
    }
    boolean zonedA = types.get(0) == SimpleType.TIMESTAMP;
    boolean zonedB = types.get(1) == SimpleType.TIMESTAMP;
    return Rows.strict(
        operands,
        types,
        SimpleType.DAY_TIME_INTERVAL,
        (row, out) -> {
          long a = row.longAt(0);
          long b = row.longAt(1);
          out.set(
              row.position(),
              Math.subtractExact(zonedA ? clock.local(a) : a, zonedB ? clock.local(b) : b));
        });
  }

  private static Evaluator days(List<Evaluator> operands, List<DataType> types) {
    return Rows.strict(
        operands,
        types,
        SimpleType.DAY_TIME_INTERVAL,
        (row, out) ->
            out.set(
                row.position(),
                Math.multiplyExact(row.longAt(0) - row.longAt(1), ZoneClock.MICROS_A_DAY)));
  }

  private static Evaluator scaled(
      String operator, List<Evaluator> operands, List<DataType> types, DataType result) {
    boolean divide = operator.equals("/");
    return Rows.strict(
        operands,
        types,
        result,
        (row, out) -> {
          BigDecimal interval = BigDecimal.valueOf(row.longAt(0));
          BigDecimal number = number(row, types.get(1));
          if (divide && number.signum() == 0) {
            throw Failures.divisionByZero("interval / 0", "try_divide");
          }
          BigDecimal exact =
              divide
                  ? interval.divide(number, 0, RoundingMode.HALF_UP)
                  : interval.multiply(number).setScale(0, RoundingMode.HALF_UP);
          boolean fits =
              exact.toBigInteger().bitLength() <= 63
                  && exact.longValue() >= Arithmetic.min(result)
                  && exact.longValue() <= Arithmetic.max(result);
          if (!fits) {
            throw Failures.overflow(
                "the interval", result.ddl(), divide ? "try_divide" : "try_multiply");
          }
          out.set(row.position(), exact.longValue());
        });
  }

  private static BigDecimal number(Row row, DataType type) {
    if (type instanceof DecimalType) {
      return row.decimalAt(1);
    }
    if (!type.isFractional()) {
      return BigDecimal.valueOf(row.longAt(1));
    }
    double value = row.doubleAt(1);
    if (!Double.isFinite(value)) {
      throw Failures.overflow("the interval times " + value, "interval", "try_multiply");
    }
    return new BigDecimal(value);
  }
}
