package tidemark.connectors.jdbc;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.ValueBytes;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/**
 * The text format of PostgreSQL's COPY: a line a row, tabs between columns, {@code \N} for null, a
 * backslash before what would mean something else.
 */
final class CopyText {
  private static final byte[] NULL = {'\\', 'N'};
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final long MICROS = 1_000_000;

  /** Years that are written with four digits and no era. */
  private static final long FIRST_PLAIN_DAY = LocalDate.of(1, 1, 1).toEpochDay();

  private static final long LAST_PLAIN_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  private final ZoneId zone;
  private final ByteSink out = new ByteSink();
  private final ValueBytes values = new ValueBytes();

  /**
   * @param zone the zone of columns that hold times without one
   */
  CopyText(ZoneId zone) {
    this.zone = zone;
  }

  byte[] bytes() {
    return out.bytes();
  }

  int size() {
    return out.size();
  }

  void clear() {
    out.clear();
  }

  void tab() {
    out.write('\t');
  }

  void endRow() {
    out.write('\n');
  }

  void number(long value) {
    values.number(value, out);
  }

  /**
   * One value.
   *
   * @param toClock whether an instant goes into a column that holds calendar and clock
   */
  void value(DataType type, Column column, int row, boolean toClock) {
    if (column.isNull(row)) {
      out.write(NULL, 0, NULL.length);
    } else if (column instanceof LongColumn longs) {
      number(type, longs.get(row), toClock);
    } else if (column instanceof BytesColumn text) {
      bytes(type, text.data(), text.start(row), text.length(row));
    } else if (column instanceof DoubleColumn doubles) {
      fractional(type, doubles.get(row));
    } else if (column instanceof BooleanColumn booleans) {
      out.write(booleans.get(row) ? 't' : 'f');
    } else {
      out.write(((DecimalColumn) column).get(row).toPlainString());
    }
  }

  private void fractional(DataType type, double value) {
    if (!Double.isFinite(value)) {
      out.write(Double.toString(value));
    } else if (type == SimpleType.FLOAT) {
      values.fractional((float) value, out);
    } else {
      values.fractional(value, out);
    }
  }

  private void number(DataType type, long value, boolean toClock) {
    if (type instanceof DecimalType decimal) {
      values.decimal(value, decimal.scale(), out);
    } else if (type == SimpleType.DATE) {
      date(value);
    } else if (type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ) {
      boolean isInstant = type == SimpleType.TIMESTAMP;
      timestamp(isInstant && toClock ? toClock(value) : value, isInstant && !toClock);
    } else {
      values.number(value, out);
    }
  }

  /** What calendar and clock show then, as if it were in UTC. */
  private long toClock(long micros) {
    Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    return micros + zone.getRules().getOffset(instant).getTotalSeconds() * MICROS;
  }

  private static boolean isPlain(long day) {
    return day >= FIRST_PLAIN_DAY && day <= LAST_PLAIN_DAY;
  }

  private void date(long day) {
    if (isPlain(day)) {
      values.date(day, out);
      return;
    }
    LocalDate date = LocalDate.ofEpochDay(day);
    out.write(withoutEra(date) + era(date));
  }

  private void timestamp(long micros, boolean zulu) {
    long day = Math.floorDiv(micros, 86_400 * MICROS);
    if (isPlain(day)) {
      values.timestamp(micros, zulu, out);
      return;
    }
    LocalDateTime clock =
        LocalDateTime.ofInstant(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), ZoneOffset.UTC);
    LocalDate date = clock.toLocalDate();
    out.write(withoutEra(date) + " " + clock.toLocalTime() + (zulu ? "+00" : "") + era(date));
  }

  private static String withoutEra(LocalDate date) {
    int year = date.getYear() <= 0 ? 1 - date.getYear() : date.getYear();
    return "%04d-%02d-%02d".formatted(year, date.getMonthValue(), date.getDayOfMonth());
  }

  private static String era(LocalDate date) {
    return date.getYear() <= 0 ? " BC" : "";
  }

  private void bytes(DataType type, byte[] data, int start, int length) {
    if (type == SimpleType.BINARY) {
      out.write("\\\\x");
      for (int i = start; i < start + length; i++) {
        out.write(HEX[(data[i] >> 4) & 0xf]);
        out.write(HEX[data[i] & 0xf]);
      }
      return;
    }
    int from = start;
    for (int i = start; i < start + length; i++) {
      if (isSpecial(data[i])) {
        out.write(data, from, i - from);
        escaped(data[i]);
        from = i + 1;
      }
    }
    out.write(data, from, start + length - from);
  }

  private static boolean isSpecial(byte b) {
    return b == '\\' || b == '\n' || b == '\r' || b == '\t';
  }

  private void escaped(byte b) {
    out.write('\\');
    switch (b) {
      case '\n' -> out.write('n');
      case '\r' -> out.write('r');
      case '\t' -> out.write('t');
      default -> out.write(b);
    }
  }
}
