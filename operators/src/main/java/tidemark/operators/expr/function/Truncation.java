package tidemark.operators.expr.function;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.value.ZoneClock;
import tidemark.operators.types.SimpleType;

/** Cuts timestamps and dates down to a unit. */
final class Truncation {
  private static final long SECOND = ZoneClock.MICROS_A_SECOND;

  private Truncation() {}

  /** {@code date_trunc(unit, timestamp)}: null for a unit that does not exist. */
  static Evaluator timestamps(BoundCall c) {
    ZoneClock clock = ZoneClock.of(c.context().zone());
    if (!c.isConstant(0)) {
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          c.type(),
          (in, out) -> {
            Optional<LongUnaryOperator> cut = local(in.stringAt(0));
            if (cut.isPresent()) {
              out.set(
                  in.position(), clock.instant(cut.get().applyAsLong(clock.local(in.longAt(1)))));
            } else {
              out.setNull(in.position());
            }
          });
    }
    String unit = (String) c.constant(0).value();
    long step = fixedStep(unit);
    boolean utc = c.context().zone().getRules().isFixedOffset() && clock.local(0) == 0;
    if (step > 0 && utc) {
      return floors(c.argument(1), step);
    }
    Optional<LongUnaryOperator> cut = local(unit);
    return Rows.strict(
        c.arguments().subList(1, 2),
        c.argumentTypes().subList(1, 2),
        c.type(),
        (in, out) -> {
          if (cut.isEmpty()) {
            out.setNull(in.position());
          } else {
            out.set(in.position(), clock.instant(cut.get().applyAsLong(clock.local(in.longAt(0)))));
          }
        });
  }

  private static Evaluator floors(Evaluator operand, long step) {
    return (batch, rows) -> {
      LongColumn in = (LongColumn) operand.evaluate(batch, rows);
      long[] values = in.values();
      long[] out = new long[batch.size()];
      int count = rows.count();
      for (int i = 0; i < count; i++) {
        int r = rows.row(i);
        out[r] = values[r] - Math.floorMod(values[r], step);
      }
      return new LongColumn(out, in.nulls(), batch.size());
    };
  }

  private static long fixedStep(String unit) {
    return switch (unit.toUpperCase(Locale.ROOT)) {
      case "MICROSECOND" -> 1;
      case "MILLISECOND" -> 1000;
      case "SECOND" -> SECOND;
      case "MINUTE" -> 60 * SECOND;
      case "HOUR" -> 3600 * SECOND;
      case "DAY", "DD" -> ZoneClock.MICROS_A_DAY;
      default -> 0;
    };
  }

  private static Optional<LongUnaryOperator> local(String unit) {
    long step = fixedStep(unit);
    if (step > 0) {
      return Optional.of(t -> t - Math.floorMod(t, step));
    }
    return days(unit)
        .map(
            cut ->
                t ->
                    cut.applyAsLong(Math.floorDiv(t, ZoneClock.MICROS_A_DAY))
                        * ZoneClock.MICROS_A_DAY);
  }

  /** The first day of the unit that a day lies in. */
  private static Optional<LongUnaryOperator> days(String unit) {
    return switch (unit.toUpperCase(Locale.ROOT)) {
      case "WEEK" -> Optional.of(d -> d - Math.floorMod(d + 3, 7L));
      case "MONTH", "MM", "MON" ->
          Optional.of(d -> LocalDate.ofEpochDay(d).withDayOfMonth(1).toEpochDay());
      case "QUARTER" ->
          Optional.of(
              d -> {
                LocalDate date = LocalDate.ofEpochDay(d);
                return date.withDayOfMonth(1)
                    .withMonth((date.getMonthValue() - 1) / 3 * 3 + 1)
                    .toEpochDay();
              });
      case "YEAR", "YYYY", "YY" ->
          Optional.of(d -> LocalDate.ofEpochDay(d).withDayOfYear(1).toEpochDay());
      default -> Optional.empty();
    };
  }

  /** {@code trunc(date, unit)}: null for a unit shorter than a week. */
  static Evaluator dates(BoundCall c) {
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        SimpleType.DATE,
        (in, out) -> {
          Optional<LongUnaryOperator> cut = days(in.stringAt(1));
          if (cut.isPresent()) {
            out.set(in.position(), cut.get().applyAsLong(in.longAt(0)));
          } else {
            out.setNull(in.position());
          }
        });
  }
}
