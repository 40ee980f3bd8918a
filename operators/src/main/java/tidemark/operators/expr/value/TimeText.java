package tidemark.operators.expr.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dates and timestamps as Spark's casts read and write them. Dates are days, timestamps
 * microseconds since 1970-01-01.
 */
public final class TimeText {
  private static final long MICROS_A_SECOND = 1_000_000L;
  private static final Pattern DATE =
      Pattern.compile("([+-]?)(\\d{4,7})(?:-(\\d{1,2})(?:-(\\d{1,2})(?:[ T].*)?)?)?");
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "([+-]?)(\\d{4,6})(?:-(\\d{1,2})(?:-(\\d{1,2})"
              + "(?:[ T](\\d{1,2})(?::(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d*))?(.*))?)?)?)?)?");
  private static final Pattern SHORT_OFFSET = Pattern.compile("(UTC|GMT|UT)?([+-])(\\d)(:.*)?");
  private static final Pattern SHORT_MINUTES = Pattern.compile("(.*[+-]\\d\\d):(\\d)(:.*)?");

  private TimeText() {}

  private static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) <= ' ') {
      from++;
    }
    while (to > from && text.charAt(to - 1) <= ' ') {
      to--;
    }
    return text.substring(from, to);
  }

  /** The days of a date such as {@code 2024-1-31}; a time behind it is ignored. */
  public static OptionalLong date(String text) {
    Matcher m = DATE.matcher(trimmed(text));
    if (!m.matches()) {
      return OptionalLong.empty();
    }
    try {
      LocalDate date = LocalDate.of(year(m), part(m.group(3), 1), part(m.group(4), 1));
      long days = date.toEpochDay();
      return (int) days == days ? OptionalLong.of(days) : OptionalLong.empty();
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  private static int year(Matcher m) {
    int year = Integer.parseInt(m.group(2));
    return m.group(1).equals("-") ? -year : year;
  }

  private static int part(String digits, int missing) {
    return digits == null ? missing : Integer.parseInt(digits);
  }

  /** The microseconds of a timestamp; a text without zone is read in the given one. */
  public static OptionalLong timestamp(String text, ZoneId zone) {
    Matcher m = TIMESTAMP.matcher(trimmed(text));
    if (!m.matches()) {
      return OptionalLong.empty();
    }
    try {
      String zoneText = m.group(9) == null ? "" : trimmed(m.group(9));
      ZoneId in = zoneText.isEmpty() ? zone : zone(zoneText);
      return OptionalLong.of(micros(local(m).atZone(in).toInstant()));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** The microseconds of a timestamp without zone; a zone in the text is ignored. */
  public static OptionalLong timestampWithoutZone(String text) {
    Matcher m = TIMESTAMP.matcher(trimmed(text));
    if (!m.matches()) {
      return OptionalLong.empty();
    }
    try {
      String zoneText = m.group(9) == null ? "" : trimmed(m.group(9));
      if (!zoneText.isEmpty()) {
        zone(zoneText);
      }
      return OptionalLong.of(micros(local(m).toInstant(ZoneOffset.UTC)));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  private static LocalDateTime local(Matcher m) {
    String fraction = m.group(8) == null ? "" : m.group(8);
    String six = (fraction + "000000").substring(0, 6);
    return LocalDateTime.of(
        year(m),
        part(m.group(3), 1),
        part(m.group(4), 1),
        part(m.group(5), 0),
        part(m.group(6), 0),
        part(m.group(7), 0),
        Integer.parseInt(six) * 1000);
  }

  /**
   * A zone as Spark writes it: a region, {@code Z}, {@code +1}, {@code +01:00}, {@code UTC+1}.
   *
   * @throws DateTimeException if there is no such zone
   */
  public static ZoneId zone(String text) {
    String full = text;
    Matcher hour = SHORT_OFFSET.matcher(full);
    if (hour.matches()) {
      String prefix = hour.group(1) == null ? "" : hour.group(1);
      String rest = hour.group(4) == null ? "" : hour.group(4);
      full = prefix + hour.group(2) + "0" + hour.group(3) + rest;
    }
    Matcher minute = SHORT_MINUTES.matcher(full);
    if (minute.matches()) {
      String rest = minute.group(3) == null ? "" : minute.group(3);
      full = minute.group(1) + ":0" + minute.group(2) + rest;
    }
    return ZoneId.of(full, ZoneId.SHORT_IDS);
  }

  /** The instant in microseconds. */
  public static long micros(Instant instant) {
    long seconds = instant.getEpochSecond();
    long rest = instant.getNano() / 1000;
    return seconds < 0 // towards 0 first: the smallest timestamp is no whole second
        ? Math.addExact(Math.multiplyExact(seconds + 1, MICROS_A_SECOND), rest - MICROS_A_SECOND)
        : Math.addExact(Math.multiplyExact(seconds, MICROS_A_SECOND), rest);
  }

  /** The instant of microseconds. */
  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS_A_SECOND), Math.floorMod(micros, MICROS_A_SECOND) * 1000);
  }

  /** {@code 2024-01-31}. */
  public static String date(long days) {
    return LocalDate.ofEpochDay(days).toString();
  }

  /** {@code 2024-01-31 12:30:00.5} in the zone, without trailing zeros. */
  public static String timestamp(long micros, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(instant(micros), zone);
    String seconds =
        String.format(
            Locale.ROOT,
            "%s %02d:%02d:%02d",
            local.toLocalDate(),
            local.getHour(),
            local.getMinute(),
            local.getSecond());
    int fraction = local.getNano() / 1000;
    if (fraction == 0) {
      return seconds;
    }
    String digits = String.format(Locale.ROOT, "%06d", fraction);
    int end = 6;
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return seconds + "." + digits.substring(0, end);
  }
}
