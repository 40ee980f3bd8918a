package tidemark.connectors.jdbc;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
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

  private final ZoneId zone;
  private byte[] bytes = new byte[1 << 16];
  private int size;

  /**
   * @param zone the zone of columns that hold times without one
   */
  CopyText(ZoneId zone) {
    this.zone = zone;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void tab() {
    add((byte) '\t');
  }

  void endRow() {
    add((byte) '\n');
  }

  void number(long value) {
    ascii(Long.toString(value));
  }

  /**
   * One value.
   *
   * @param toClock whether an instant goes into a column that holds calendar and clock
   */
  void value(DataType type, Column column, int row, boolean toClock) {
    if (column.isNull(row)) {
      addAll(NULL, 0, NULL.length);
    } else if (column instanceof LongColumn longs) {
      number(type, longs.get(row), toClock);
    } else if (column instanceof BytesColumn text) {
      bytes(type, text.data(), text.start(row), text.length(row));
    } else if (column instanceof DoubleColumn doubles) {
      double value = doubles.get(row);
      ascii(type == SimpleType.FLOAT ? Float.toString((float) value) : Double.toString(value));
    } else if (column instanceof BooleanColumn booleans) {
      add((byte) (booleans.get(row) ? 't' : 'f'));
    } else {
      ascii(((DecimalColumn) column).get(row).toPlainString());
    }
  }

  private void number(DataType type, long value, boolean toClock) {
    if (type instanceof DecimalType decimal) {
      ascii(java.math.BigDecimal.valueOf(value, decimal.scale()).toPlainString());
    } else if (type == SimpleType.DATE) {
      LocalDate date = LocalDate.ofEpochDay(value);
      date(date);
      era(date);
    } else if (type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ) {
      Instant instant = Instant.EPOCH.plus(value, ChronoUnit.MICROS);
      boolean isInstant = type == SimpleType.TIMESTAMP;
      LocalDateTime clock =
          LocalDateTime.ofInstant(instant, isInstant && toClock ? zone : ZoneOffset.UTC);
      date(clock.toLocalDate());
      add((byte) ' ');
      ascii(clock.toLocalTime().toString());
      if (isInstant && !toClock) {
        ascii("+00");
      }
      era(clock.toLocalDate());
    } else {
      ascii(Long.toString(value));
    }
  }

  private void date(LocalDate date) {
    int year = date.getYear() <= 0 ? 1 - date.getYear() : date.getYear();
    ascii("%04d-%02d-%02d".formatted(year, date.getMonthValue(), date.getDayOfMonth()));
  }

  private void era(LocalDate date) {
    if (date.getYear() <= 0) {
      ascii(" BC");
    }
  }

  private void bytes(DataType type, byte[] data, int start, int length) {
    if (type == SimpleType.BINARY) {
      ascii("\\\\x");
      for (int i = start; i < start + length; i++) {
        add((byte) HEX[(data[i] >> 4) & 0xf]);
        add((byte) HEX[data[i] & 0xf]);
      }
      return;
    }
    for (int i = start; i < start + length; i++) {
      escaped(data[i]);
    }
  }

  private void escaped(byte b) {
    switch (b) {
      case '\\' -> ascii("\\\\");
      case '\n' -> ascii("\\n");
      case '\r' -> ascii("\\r");
      case '\t' -> ascii("\\t");
      default -> add(b);
    }
  }

  private void ascii(String text) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    addAll(ascii, 0, ascii.length);
  }

  private void addAll(byte[] source, int start, int length) {
    while (size + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    System.arraycopy(source, start, bytes, size, length);
    size += length;
  }

  private void add(byte b) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    bytes[size++] = b;
  }
}
