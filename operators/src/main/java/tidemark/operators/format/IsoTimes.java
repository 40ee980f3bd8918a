package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/**
 * Dates and timestamps from the ISO 8601 texts that Spark reads: {@code [+-]yyyy[y][y]-[m]m-[d]d}
 * (month and day may be missing), then {@code T} or a space and {@code [h]h:[m]m:[s]s.fraction}
 * (cut off after any part), then after the seconds a zone. Spaces around are ignored, a fraction is
 * cut to microseconds. Impossible days and hours are no times. Used by one thread.
 *
 * <p>A date may be followed by a time, which must be valid and is dropped. Spark takes any text
 * there; and it takes a time without date as today's, which is no time here.
 */
final class IsoTimes {
  /** The answer for texts that are no times. */
  static final long NONE = Long.MIN_VALUE;

  static final long DAY_MICROS = 86_400_000_000L;

  private static final long DATE_ZEROS = 0x2D30302D30303030L; // "0000-00-"
  private static final long DATE_RANGE = 0x7F76767F76767676L;
  private static final long CLOCK_ZEROS = 0x30303A3030543030L; // "00T00:00"
  private static final long CLOCK_RANGE = 0x76767F76767F7676L;
  private static final Pattern ONE_DIGIT_HOUR = Pattern.compile("^([+-])(\\d):");
  private static final Pattern ONE_DIGIT_MINUTE = Pattern.compile("^([+-]\\d\\d):(\\d)$");

  private final ZoneId zone;
  private final boolean utc;
  private long cachedDate;
  private long cachedDay;
  private long cachedDayMicros = NONE;

  /** For texts without offset, read in {@code zone}. */
  IsoTimes(ZoneId zone) {
    this.zone = zone;
    this.utc = zone.normalized().equals(ZoneOffset.UTC);
  }

  /** Microseconds since 1970 of a timestamp, or {@link #NONE}. */
  long timestamp(byte[] b, int from, int to) {
    long micros = plain(b, from, to);
    return micros != NONE ? micros : anyTimestamp(b, from, to, zone, true);
  }

  /** Microseconds since 1970 of a clock without zone; a text with a zone is {@link #NONE}. */
  long localTimestamp(byte[] b, int from, int to) {
    return anyTimestamp(b, from, to, ZoneOffset.UTC, false);
  }

  /** Days since 1970, or {@link #NONE}. */
  long date(byte[] b, int from, int to) {
    if (to - from == 10) {
      long day = plainDate(b, from);
      if (day != NONE) {
        return day;
      }
    }
    Parts parts = new Parts();
    return parts.read(b, from, to) && parts.zoneIsValid() ? parts.epochDay() : NONE;
  }

  /** {@code yyyy-mm-ddThh:mm:ss[.fraction]}, with Z, or without where the zone is UTC. */
  long plain(byte[] b, int from, int to) {
    int length = to - from;
    if (length < 19 || length > 30 || b[from + 16] != ':') {
      return NONE;
    }
    long date = Words.read(b, from) ^ DATE_ZEROS;
    long clock = Words.read(b, from + 8) ^ CLOCK_ZEROS;
    if ((((date + DATE_RANGE) | date | (clock + CLOCK_RANGE) | clock) & Words.HIGHS) != 0) {
      return NONE;
    }
    boolean zulu = b[to - 1] == 'Z';
    if (!zulu && !utc) {
      return NONE;
    }
    long day = clock & 0xFFFF;
    if (date != cachedDate || day != cachedDay || cachedDayMicros == NONE) {
      long epochDay = epochDay(date, (int) ((day & 0xF) * 10 + (day >>> 8)));
      if (epochDay == NONE) {
        return NONE;
      }
      cachedDate = date;
      cachedDay = day;
      cachedDayMicros = epochDay * DAY_MICROS;
    }
    long hour = (clock >>> 24 & 0xF) * 10 + (clock >>> 32 & 0xF);
    long minute = (clock >>> 48 & 0xF) * 10 + (clock >>> 56);
    int second = two(b, from + 17);
    if (hour > 23 || minute > 59 || second > 59) {
      return NONE;
    }
    long fraction = fraction(b, from + 19, zulu ? to - 1 : to);
    return fraction < 0
        ? NONE
        : cachedDayMicros + ((hour * 60 + minute) * 60 + second) * 1_000_000L + fraction;
  }

  private static int two(byte[] b, int at) {
    int tens = b[at] - '0';
    int ones = b[at + 1] - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? 99 : tens * 10 + ones;
  }

  /** Microseconds of {@code .digits}; 0 for nothing, -1 for anything else. */
  private static long fraction(byte[] b, int from, int to) {
    if (from == to) {
      return 0;
    }
    if (b[from] != '.') {
      return -1;
    }
    long value = 0;
    int digits = 0;
    for (int at = from + 1; at < to; at++) {
      int digit = b[at] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      if (digits < 6) {
        value = value * 10 + digit;
        digits++;
      }
    }
    return value * ByteNumbers.tenTo(6 - digits);
  }

  private static long plainDate(byte[] b, int from) {
    long date = Words.read(b, from) ^ DATE_ZEROS;
    int day = two(b, from + 8);
    return (((date + DATE_RANGE) | date) & Words.HIGHS) != 0 ? NONE : epochDay(date, day);
  }

  /** From the eight bytes of {@code yyyy-mm-}, less the zeros. */
  private static long epochDay(long date, int day) {
    int year =
        (int)
            ((date & 0xF) * 1000
                + (date >>> 8 & 0xF) * 100
                + (date >>> 16 & 0xF) * 10
                + (date >>> 24 & 0xF));
    return epochDay(year, (int) ((date >>> 40 & 0xF) * 10 + (date >>> 48 & 0xF)), day);
  }

  /** Days since 1970, or {@link #NONE} for a day that does not exist. */
  static long epochDay(int year, int month, int day) {
    if (month < 1 || month > 12 || day < 1 || day > 31) {
      return NONE;
    }
    try {
      return LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      return NONE;
    }
  }

  private static long anyTimestamp(byte[] b, int from, int to, ZoneId zone, boolean withZone) {
    Parts parts = new Parts();
    if (!parts.read(b, from, to) || (!withZone && parts.zoneText != null)) {
      return NONE;
    }
    long day = parts.epochDay();
    if (day == NONE || !parts.zoneIsValid()) {
      return NONE;
    }
    ZoneId used = parts.zone == null ? zone : parts.zone;
    LocalDateTime local =
        LocalDateTime.ofEpochSecond(
            day * 86_400 + parts.secondOfDay(), parts.values[6] * 1000, ZoneOffset.UTC);
    try {
      return Math.addExact(
          Math.multiplyExact(local.atZone(used).toEpochSecond(), 1_000_000L), parts.values[6]);
    } catch (ArithmeticException e) {
      return NONE;
    }
  }

  /** The parts of a text: year, month, day, hour, minute, second, microseconds, zone. */
  private static final class Parts {
    final int[] values = {1, 1, 1, 0, 0, 0, 0};
    @org.jspecify.annotations.Nullable String zoneText;
    @org.jspecify.annotations.Nullable ZoneId zone;
    private int sign = 1;

    long epochDay() {
      return values[3] > 23 || values[4] > 59 || values[5] > 59
          ? NONE
          : IsoTimes.epochDay(sign * values[0], values[1], values[2]);
    }

    long secondOfDay() {
      return (values[3] * 60L + values[4]) * 60 + values[5];
    }

    boolean zoneIsValid() {
      if (zoneText == null) {
        return true;
      }
      String id = ONE_DIGIT_HOUR.matcher(zoneText.trim()).replaceFirst("$10$2:");
      id = ONE_DIGIT_MINUTE.matcher(id).replaceFirst("$1:0$2");
      try {
        zone = ZoneId.of(id, ZoneId.SHORT_IDS);
        return true;
      } catch (DateTimeException e) {
        return false;
      }
    }

    boolean read(byte[] b, int from, int to) {
      int at = from;
      int end = to;
      while (at < end && b[at] >= 0 && b[at] <= ' ') {
        at++;
      }
      while (end > at && b[end - 1] >= 0 && b[end - 1] <= ' ') {
        end--;
      }
      if (at < end && (b[at] == '-' || b[at] == '+')) {
        sign = b[at] == '-' ? -1 : 1;
        at++;
      }
      for (int part = 0; part < 7; part++) {
        int stop = digits(b, at, end, part);
        if (stop < 0) {
          return false;
        }
        if (stop == end) {
          return true;
        }
        int next = separator(b[stop], part);
        if (next == ZONE) {
          zoneText = new String(b, stop, end - stop, StandardCharsets.UTF_8);
          return true;
        }
        if (next == BROKEN) {
          return false;
        }
        at = stop + 1;
      }
      return false;
    }

    private static final int NEXT = 0;
    private static final int ZONE = 1;
    private static final int BROKEN = 2;

    /** What a byte after a part means. */
    private static int separator(byte b, int part) {
      boolean fits =
          switch (part) {
            case 0, 1 -> b == '-';
            case 2 -> b == 'T' || b == ' ';
            case 3, 4 -> b == ':';
            case 5 -> b == '.';
            default -> false;
          };
      if (fits) {
        return NEXT;
      }
      return part >= 5 ? ZONE : BROKEN;
    }

    /** Reads a part's digits; the offset behind them, or -1 if there are too few or too many. */
    private int digits(byte[] b, int from, int to, int part) {
      int at = from;
      int value = 0;
      while (at < to && b[at] >= '0' && b[at] <= '9') {
        if (at - from < 6) {
          value = value * 10 + b[at] - '0';
        }
        at++;
      }
      int count = at - from;
      if (part == 6) {
        values[6] = (int) (value * ByteNumbers.tenTo(6 - Math.min(6, count)));
        return at;
      }
      values[part] = value;
      boolean valid = part == 0 ? count >= 4 && count <= 6 : count >= 1 && count <= 2;
      return valid ? at : -1;
    }
  }
}
