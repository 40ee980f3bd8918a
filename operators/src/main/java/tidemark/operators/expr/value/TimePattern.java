package tidemark.operators.expr.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
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
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.format.PatternLetters;

/**
 * A date and time pattern as Spark has them ({@code yyyy-MM-dd HH:mm:ss}): Java's letters without
 * those of week-based years, with fractions of any length when reading. For one thread.
 */
public final class TimePattern {
  private final DateTimeFormatter writer;
  private final Optional<DateTimeFormatter> reader;
  private final ZoneId zone;

  private final ZoneClock clock;
  private final @Nullable DigitPattern digits;

  private TimePattern(
      String pattern, DateTimeFormatter writer, Optional<DateTimeFormatter> reader, ZoneId zone) {
    this.clock = ZoneClock.of(zone);
    this.digits = DigitPattern.of(pattern);
    this.writer = writer;
    this.reader = reader;
    this.zone = zone;
  }

  /**
   * @throws IllegalArgumentException if the pattern is none; the message says why
   */
  public static TimePattern of(String pattern, ZoneId zone) {
    return new TimePattern(
        pattern, formatter(pattern, false).withZone(zone), Optional.empty(), zone);
  }

  /** A pattern by which texts are read. */
  public static TimePattern reading(String pattern, ZoneId zone) {
    return new TimePattern(
        pattern,
        formatter(pattern, false).withZone(zone),
        Optional.of(formatter(pattern, true)),
        zone);
  }

  private static DateTimeFormatter formatter(String pattern, boolean reading) {
    return PatternLetters.builder(pattern, reading)
        .toFormatter(Locale.US)
        .withChronology(IsoChronology.INSTANCE)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  /** The text of an instant in microseconds, on the pattern's zone's clock. */
  public String write(long micros) {
    return digits != null && digits.write(clock.local(micros))
        ? digits.text()
        : writer.format(TimeText.instant(micros));
  }

  /** The instant in microseconds; empty if the text does not follow the pattern. */
  public OptionalLong read(String text) {
    try {
      TemporalAccessor parsed = reader.orElseThrow().parse(text);
      ZoneId in = parsed.query(TemporalQueries.zone());
      return OptionalLong.of(micros(parsed, in == null ? zone : in));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** What the clock of the text shows, in microseconds; a zone in the text is ignored. */
  public OptionalLong readLocal(String text) {
    try {
      return OptionalLong.of(micros(reader.orElseThrow().parse(text), ZoneOffset.UTC));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  private static long micros(TemporalAccessor parsed, ZoneId zone) {
    LocalDateTime local = LocalDateTime.of(date(parsed), time(parsed));
    return TimeText.micros(local.atZone(zone).toInstant());
  }

  private static LocalDate date(TemporalAccessor parsed) {
    LocalDate date = parsed.query(TemporalQueries.localDate());
    if (date != null) {
      return date;
    }
    int year =
        parsed.isSupported(ChronoField.YEAR)
            ? parsed.get(ChronoField.YEAR)
            : parsed.isSupported(ChronoField.YEAR_OF_ERA)
                ? parsed.get(ChronoField.YEAR_OF_ERA)
                : 1970;
    int month = get(parsed, ChronoField.MONTH_OF_YEAR, 1);
    int day = get(parsed, ChronoField.DAY_OF_MONTH, 1);
    return LocalDate.of(year, month, day);
  }

  private static LocalTime time(TemporalAccessor parsed) {
    LocalTime time = parsed.query(TemporalQueries.localTime());
    if (time != null) {
      return time;
    }
    int hour = get(parsed, ChronoField.HOUR_OF_DAY, 0);
    if (!parsed.isSupported(ChronoField.HOUR_OF_DAY)
        && parsed.isSupported(ChronoField.HOUR_OF_AMPM)) {
      hour = parsed.get(ChronoField.HOUR_OF_AMPM) + 12 * get(parsed, ChronoField.AMPM_OF_DAY, 0);
    }
    return LocalTime.of(
        hour,
        get(parsed, ChronoField.MINUTE_OF_HOUR, 0),
        get(parsed, ChronoField.SECOND_OF_MINUTE, 0),
        get(parsed, ChronoField.NANO_OF_SECOND, 0));
  }

  private static int get(TemporalAccessor parsed, ChronoField field, int missing) {
    return parsed.isSupported(field) ? parsed.get(field) : missing;
  }
}
