package tidemark.operators.expr.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A date and time pattern as Spark has them ({@code yyyy-MM-dd HH:mm:ss}): Java's letters without
 * those of week-based years, with fractions of any length when reading. For one thread.
 */
public final class TimePattern {
  private static final String FORBIDDEN = "YWwucABNnIe";
  private static final String NOT_READ = "EFqQ";
  private static final int LONGEST_WORD = 4;
  private static final int LONGEST_YEAR = 6;

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
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    boolean era = pattern.indexOf('G') >= 0;
    int i = 0;
    while (i < pattern.length()) {
      char c = pattern.charAt(i);
      int end = c == '\'' ? quoted(pattern, i) : run(pattern, i);
      String part = pattern.substring(i, end);
      boolean narrow = "GMLEQqa".indexOf(c) >= 0 && end - i > LONGEST_WORD;
      boolean wide = c == 'y' && end - i > LONGEST_YEAR;
      if (FORBIDDEN.indexOf(c) >= 0 || narrow || wide || (reading && NOT_READ.indexOf(c) >= 0)) {
        throw new IllegalArgumentException("`" + part + "` is not supported in patterns");
      }
      if (c == 'S') {
        builder.appendFraction(ChronoField.NANO_OF_SECOND, reading ? 1 : end - i, end - i, false);
      } else if (c == 'y' && !era) {
        builder.appendPattern("u".repeat(end - i));
      } else {
        builder.appendPattern(part);
      }
      i = end;
    }
    return builder
        .toFormatter(Locale.US)
        .withChronology(IsoChronology.INSTANCE)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  private static int run(String pattern, int from) {
    char c = pattern.charAt(from);
    int end = from + 1;
    while (Character.isLetter(c) && end < pattern.length() && pattern.charAt(end) == c) {
      end++;
    }
    return end;
  }

  private static int quoted(String pattern, int from) {
    int end = pattern.indexOf('\'', from + 1);
    while (end >= 0 && pattern.startsWith("''", end)) {
      end = pattern.indexOf('\'', end + 2); // two quotes stand for one
    }
    if (end < 0) {
      throw new IllegalArgumentException("a quote is not closed");
    }
    return end + 1;
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
