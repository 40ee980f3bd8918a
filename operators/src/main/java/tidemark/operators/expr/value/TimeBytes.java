package tidemark.operators.expr.value;

import java.time.ZoneId;

/**
 * Reads the common shape of timestamps, {@code 2024-01-31 12:30:00[.123456][Z]}, straight from
 * bytes; what it does not know is left to {@link TimeText}. For one thread.
 */
public final class TimeBytes {
  private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private final ZoneClock clock;
  private long micros;

  public TimeBytes(ZoneId zone) {
    this.clock = ZoneClock.of(zone);
  }

  /** The timestamp that was read last. */
  public long micros() {
    return micros;
  }

  /** True if the bytes are such a timestamp. */
  public boolean read(byte[] data, int start, int length) {
    if (length < 19 || length > 27) {
      return false;
    }
    int year = digits(data, start, 4);
    int month = digits(data, start + 5, 2);
    int day = digits(data, start + 8, 2);
    int hour = digits(data, start + 11, 2);
    int minute = digits(data, start + 14, 2);
    int second = digits(data, start + 17, 2);
    boolean signs =
        data[start + 4] == '-'
            && data[start + 7] == '-'
            && (data[start + 10] == ' ' || data[start + 10] == 'T')
            && data[start + 13] == ':'
            && data[start + 16] == ':';
    if (!signs
        || (year | month | day | hour | minute | second) < 0
        || month < 1
        || month > 12
        || day < 1
        || day > DAYS[month - 1]
        || (month == 2 && day == 29 && !isLeap(year))
        || hour > 23
        || minute > 59
        || second > 59) {
      return false;
    }
    int end = start + length;
    boolean utc = data[end - 1] == 'Z';
    int stop = utc ? end - 1 : end;
    long fraction = fraction(data, start + 19, stop);
    if (fraction < 0) {
      return false;
    }
    long seconds = (days(year, month, day) * 24L + hour) * 3600L + minute * 60L + second;
    long local = seconds * ZoneClock.MICROS_A_SECOND + fraction;
    micros = utc ? local : clock.instant(local);
    return true;
  }

  private static boolean isLeap(int year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  private static int digits(byte[] data, int start, int count) {
    int value = 0;
    for (int i = start; i < start + count; i++) {
      int digit = data[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static long fraction(byte[] data, int from, int to) {
    if (from == to) {
      return 0;
    }
    int count = to - from - 1;
    if (data[from] != '.' || count < 1 || count > 6) {
      return -1;
    }
    long value = digits(data, from + 1, count);
    for (int i = count; i < 6; i++) {
      value *= 10;
    }
    return value;
  }

  /** Days since 1970-01-01 of a date from year 0 on. */
  private static long days(int year, int month, int day) {
    long y = month <= 2 ? year - 1L : year;
    long era = Math.floorDiv(y, 400L);
    long yearOfEra = y - era * 400;
    long dayOfYear = (153L * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }
}
