package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.expr.value.NumberText;
import tidemark.operators.expr.value.ZoneClock;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Casts between dates, timestamps, intervals and numbers. */
final class TimeCasts {
  private static final long MICROS = 1_000_000L;
  private static final long LAST_DAY = Long.MAX_VALUE / ZoneClock.MICROS_A_DAY;

  private TimeCasts() {}

  static RowCast between(DataType from, DataType to, ZoneId zone) {
    ZoneClock clock = ZoneClock.of(zone);
    boolean zoned = from == SimpleType.TIMESTAMP || to == SimpleType.TIMESTAMP;
    if (to == SimpleType.DATE) {
      return (in, r, out) -> {
        long micros = ((LongColumn) in).get(r);
        out.set(r, Math.floorDiv(zoned ? clock.local(micros) : micros, ZoneClock.MICROS_A_DAY));
        return true;
      };
    }
    if (from == SimpleType.DATE) {
      return (in, r, out) -> {
        long days = ((LongColumn) in).get(r);
        if (Math.abs(days) > LAST_DAY) {
          return false;
        }
        long local = days * ZoneClock.MICROS_A_DAY;
        out.set(r, zoned ? clock.instant(local) : local);
        return true;
      };
    }
    boolean toLocal = to == SimpleType.TIMESTAMP_NTZ;
    return (in, r, out) -> {
      long value = ((LongColumn) in).get(r);
      out.set(r, toLocal ? clock.local(value) : clock.instant(value));
      return true;
    };
  }

  /** Numbers are seconds; whole ones that are too large give the last timestamp there is. */
  static RowCast fromNumber(DataType from) {
    long unit = MICROS;
    if (from instanceof DecimalType decimal) {
      return (in, r, out) -> {
        BigDecimal micros =
            Casts.decimal(in, r, decimal)
                .multiply(BigDecimal.valueOf(unit))
                .setScale(0, RoundingMode.DOWN);
        out.set(r, micros.longValue());
        return micros.toBigInteger().bitLength() <= 63;
      };
    }
    if (from.isFractional()) {
      return (in, r, out) -> {
        double seconds = ((DoubleColumn) in).get(r);
        double micros = seconds * unit;
        out.set(r, (long) micros);
        return Math.abs(micros) < 0x1p63;
      };
    }
    return (in, r, out) -> {
      long value = ((LongColumn) in).get(r);
      boolean fits = Math.multiplyHigh(value, unit) == (value * unit) >> 63;
      out.set(r, fits ? value * unit : value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
      return true;
    };
  }

  static RowCast toNumber(DataType to) {
    long unit = MICROS;
    if (to.isFractional()) {
      return (in, r, out) -> {
        double seconds = ((LongColumn) in).get(r) / (double) unit;
        out.set(r, to == SimpleType.FLOAT ? (float) seconds : seconds);
        return true;
      };
    }
    if (to instanceof DecimalType decimal) {
      return (in, r, out) -> {
        BigDecimal value =
            NumberText.fitted(BigDecimal.valueOf(((LongColumn) in).get(r), 6), decimal);
        if (value != null) {
          out.set(r, value);
        }
        return value != null;
      };
    }
    return (in, r, out) -> whole(in, r, out, to);
  }

  private static boolean whole(Column in, int row, ColumnSink out, DataType to) {
    long value = ((LongColumn) in).get(row);
    long seconds = Math.floorDiv(value, MICROS);
    out.set(row, seconds);
    return seconds >= Arithmetic.min(to) && seconds <= Arithmetic.max(to);
  }
}
