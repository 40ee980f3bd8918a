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
        long local = ((LongColumn) in).get(r) * ZoneClock.MICROS_A_DAY;
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

  /** Numbers are seconds; for intervals of months, months. */
  static RowCast fromNumber(DataType from, DataType to) {
    long unit = to == SimpleType.YEAR_MONTH_INTERVAL ? 1 : MICROS;
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
        out.set(r, (long) (seconds * unit));
        return Double.isFinite(seconds);
      };
    }
    return (in, r, out) -> {
      long value = ((LongColumn) in).get(r);
      long result = value * unit;
      out.set(r, result);
      return Math.multiplyHigh(value, unit) == result >> 63
          && result >= Arithmetic.min(to)
          && result <= Arithmetic.max(to);
    };
  }

  static RowCast toNumber(DataType from, DataType to) {
    long unit = from == SimpleType.YEAR_MONTH_INTERVAL ? 1 : MICROS;
    if (to.isFractional()) {
      return (in, r, out) -> {
        double seconds = ((LongColumn) in).get(r) / (double) unit;
        out.set(r, to == SimpleType.FLOAT ? (float) seconds : seconds);
        return true;
      };
    }
    if (to instanceof DecimalType decimal) {
      int scale = unit == 1 ? 0 : 6;
      return (in, r, out) -> {
        BigDecimal value =
            NumberText.fitted(BigDecimal.valueOf(((LongColumn) in).get(r), scale), decimal);
        if (value != null) {
          out.set(r, value);
        }
        return value != null;
      };
    }
    boolean interval = from != SimpleType.TIMESTAMP;
    return (in, r, out) -> whole(in, r, out, unit, interval, to);
  }

  private static boolean whole(
      Column in, int row, ColumnSink out, long unit, boolean interval, DataType to) {
    long value = ((LongColumn) in).get(row);
    long seconds = interval ? value / unit : Math.floorDiv(value, unit);
    out.set(row, seconds);
    return seconds >= Arithmetic.min(to) && seconds <= Arithmetic.max(to);
  }
}
