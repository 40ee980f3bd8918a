package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;

/**
 * A Spark datetime pattern as a parser: the whole text must match, case is ignored, {@code y} is
 * the year, {@code SSS} stands for one to as many fraction digits, what is missing of month and day
 * is 1 and of the time 0, and impossible dates do not match. Patterns of fixed digit groups ({@code
 * yyyy MM dd HH mm ss SSS} and literals) are read from the bytes directly.
 */
final class TimePattern {
  private final DateTimeFormatter formatter;
  private final ZoneId zone;
  private final FixedPattern fixed;

  /**
   * @param zone the zone of texts without one
   * @throws IllegalArgumentException if the pattern cannot be read
   */
  TimePattern(String pattern, ZoneId zone) {
    this.formatter = formatter(pattern);
    this.zone = zone;
    this.fixed = FixedPattern.of(pattern);
  }

  long timestamp(byte[] b, int from, int to) {
    if (zone.equals(ZoneOffset.UTC)) {
      long micros = fixed.local(b, from, to);
      if (micros != Times.NONE) {
        return micros;
      }
    }
    TemporalAccessor parsed = parse(b, from, to);
    ZoneId own = parsed == null ? null : parsed.query(TemporalQueries.zone());
    return parsed == null ? Times.NONE : micros(parsed, own == null ? zone : own);
  }

  long localTimestamp(byte[] b, int from, int to) {
    long micros = fixed.local(b, from, to);
    if (micros != Times.NONE) {
      return micros;
    }
    TemporalAccessor parsed = parse(b, from, to);
    return parsed == null || parsed.query(TemporalQueries.zone()) != null
        ? Times.NONE
        : micros(parsed, ZoneOffset.UTC);
  }

  long date(byte[] b, int from, int to) {
    long micros = fixed.local(b, from, to);
    if (micros != Times.NONE) {
      return Math.floorDiv(micros, IsoTimes.DAY_MICROS);
    }
    TemporalAccessor parsed = parse(b, from, to);
    LocalDate date = parsed == null ? null : parsed.query(TemporalQueries.localDate());
    return date == null ? Times.NONE : date.toEpochDay();
  }

  private @org.jspecify.annotations.Nullable TemporalAccessor parse(byte[] b, int from, int to) {
    try {
      return formatter.parse(new String(b, from, to - from, StandardCharsets.UTF_8));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static long micros(TemporalAccessor parsed, ZoneId zone) {
    LocalDate date = parsed.query(TemporalQueries.localDate());
    if (date == null) {
      return Times.NONE;
    }
    LocalTime time = time(parsed);
    long seconds = date.atTime(time).atZone(zone).toEpochSecond();
    try {
      return Math.addExact(Math.multiplyExact(seconds, 1_000_000L), time.getNano() / 1000);
    } catch (ArithmeticException e) {
      return Times.NONE;
    }
  }

  private static LocalTime time(TemporalAccessor parsed) {
    LocalTime whole = parsed.query(TemporalQueries.localTime());
    if (whole != null) {
      return whole;
    }
    int hour = 0;
    if (parsed.isSupported(ChronoField.HOUR_OF_DAY)) {
      hour = parsed.get(ChronoField.HOUR_OF_DAY);
    } else if (parsed.isSupported(ChronoField.HOUR_OF_AMPM)) {
      hour = parsed.get(ChronoField.HOUR_OF_AMPM);
    }
    return LocalTime.of(
        hour,
        part(parsed, ChronoField.MINUTE_OF_HOUR),
        part(parsed, ChronoField.SECOND_OF_MINUTE),
        part(parsed, ChronoField.NANO_OF_SECOND));
  }

  private static int part(TemporalAccessor parsed, ChronoField field) {
    return parsed.isSupported(field) ? parsed.get(field) : 0;
  }

  private static DateTimeFormatter formatter(String pattern) {
    return PatternLetters.builder(pattern, true)
        .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
        .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
        .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
        .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
        .toFormatter(Locale.US)
        .withChronology(IsoChronology.INSTANCE)
        .withResolverStyle(ResolverStyle.STRICT);
  }
}
