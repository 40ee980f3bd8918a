package tidemark.operators.format;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The unit of a numeric time, counted since 1970-01-01 in UTC. A declared unit comes with a check:
 * a time outside the years 1990 to 2199 is what a wrong unit looks like, and is bad.
 */
public enum EpochUnit {
  EPOCH_SECONDS(1_000_000),
  EPOCH_MILLIS(1_000),
  EPOCH_MICROS(1);

  private static final long EARLIEST_MICROS = 631_152_000_000_000L;
  private static final long LATEST_MICROS = 7_258_118_400_000_000L;
  private static final int MOST_DIGITS = 18;
  private static final Pattern DIGITS = Pattern.compile("\"?([0-9]{1,18})\"?");

  private final long micros;

  EpochUnit(long micros) {
    this.micros = micros;
  }

  /** The unit that stands in the place of a datetime pattern; empty if it is a pattern. */
  public static Optional<EpochUnit> of(String pattern) {
    for (EpochUnit unit : values()) {
      if (unit.word().equals(pattern)) {
        return Optional.of(unit);
      }
    }
    return Optional.empty();
  }

  /** The unit in which a number is a time that is believed; there is at most one. */
  public static Optional<EpochUnit> meant(long number) {
    return Arrays.stream(values()).filter(u -> u.toMicros(number) != Times.NONE).findFirst();
  }

  /** The unit in which digits, perhaps in quotes, are a time that is believed. */
  static Optional<EpochUnit> meant(String text) {
    Matcher digits = DIGITS.matcher(text);
    return digits.matches() ? meant(Long.parseLong(digits.group(1))) : Optional.empty();
  }

  /** What a source declares so that it reads this unit. */
  public String declaration() {
    return "`timestamp_format: " + word() + "`";
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Microseconds since 1970, or {@link Times#NONE} for a time that is not believed. */
  long toMicros(long number) {
    if (number < EARLIEST_MICROS / micros || number >= LATEST_MICROS / micros) {
      return Times.NONE;
    }
    return number * micros;
  }

  /** The same for digits. */
  long toMicros(byte[] b, int from, int to) {
    if (to == from || to - from > MOST_DIGITS) {
      return Times.NONE;
    }
    long number = 0;
    for (int i = from; i < to; i++) {
      if (b[i] < '0' || b[i] > '9') {
        return Times.NONE;
      }
      number = number * 10 + b[i] - '0';
    }
    return toMicros(number);
  }
}
