package tidemark.operators.expr.function;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** {@code sequence} of dates and times. */
final class TimeSequences {
  private static final long DAY = 86_400_000_000L;
  private static final int LONGEST = 1_000_000;

  private TimeSequences() {}

  /** Typing of a sequence from one date or time to another, by an interval or, without, days. */
  static Typing typed(List<Expression> a) {
    Optional<DataType> type = Coercion.common(a.get(0).type(), a.get(1).type());
    boolean stepped = a.size() < 3 || Coercion.isInterval(a.get(2).type());
    if (type.isEmpty() || !Coercion.isDatetime(type.get()) || !stepped) {
      return Typing.unfit("from and to are whole numbers, dates or times, the step fits them");
    }
    List<DataType> types =
        a.size() < 3
            ? List.of(type.get(), type.get())
            : List.of(type.get(), type.get(), a.get(2).type());
    return Typing.fits(types, new ArrayType(type.get()), a);
  }

  static Evaluator bound(BoundCall c) {
    DataType type = c.argumentType(0);
    ZoneId zone = type == SimpleType.TIMESTAMP ? c.context().zone() : ZoneOffset.UTC;
    boolean months =
        c.arguments().size() > 2 && c.argumentType(2) == SimpleType.YEAR_MONTH_INTERVAL;
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> put(in, out, type == SimpleType.DATE, months, zone));
  }

  private static void put(Row in, ColumnSink out, boolean dates, boolean months, ZoneId zone) {
    long unit = dates ? DAY : 1;
    long from = Math.multiplyExact(in.longAt(0), unit);
    long to = Math.multiplyExact(in.longAt(1), unit);
    long step = in.count() > 2 ? in.longAt(2) : from <= to ? DAY : -DAY;
    if (dates && !months && step % DAY != 0) {
      throw Failures.argument(
          "sequence", "dates do not step by parts of a day", "cast them to timestamp");
    }
    LongUnaryOperator at =
        months ? i -> monthsOn(from, step * i, zone) : i -> on(from, step, i, zone);
    boolean leads = from == to || (step > 0) == (to > from) && step != 0;
    if (!leads) {
      throw Failures.argument(
          "sequence",
          "no sequence leads from %s to %s by this step"
              .formatted(shown(from, dates, zone), shown(to, dates, zone)),
          "choose the step's sign so that it leads there");
    }
    ArrayBuilder array = (ArrayBuilder) out.builder(in.position());
    LongBuilder values = (LongBuilder) array.elements();
    int first = values.size();
    long value = from;
    for (long i = 1; step > 0 ? value <= to : value >= to; i++) {
      if (i > LONGEST) {
        throw Failures.argument(
            "sequence", "the sequence has more than a million elements", "take a longer step");
      }
      values.append(value / unit);
      if (step == 0) {
        break;
      }
      value = at.applyAsLong(i);
    }
    array.closeRow(first);
  }

  private static String shown(long micros, boolean date, ZoneId zone) {
    return date ? TimeText.date(micros / DAY) : TimeText.timestamp(micros, zone);
  }

  /** Whole days are days of the zone's calendar, which may have 23 or 25 hours. */
  private static long on(long from, long step, long times, ZoneId zone) {
    if (step % DAY != 0 || zone.equals(ZoneOffset.UTC)) {
      return from + step * times;
    }
    LocalDateTime local = LocalDateTime.ofInstant(TimeText.instant(from), zone);
    return TimeText.micros(local.plusDays(step / DAY * times).atZone(zone).toInstant());
  }

  private static long monthsOn(long from, long months, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(TimeText.instant(from), zone);
    LocalDate date = local.toLocalDate().plusMonths(months);
    return TimeText.micros(date.atTime(local.toLocalTime()).atZone(zone).toInstant());
  }
}
