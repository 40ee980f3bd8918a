package tidemark.operators.format;

import java.util.Locale;
import java.util.Optional;

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

  private final long micros;

  EpochUnit(long micros) {
    this.micros = micros;
  }

  /** The unit that stands in the place of a datetime pattern; empty if it is a pattern. */
  public static Optional<EpochUnit> of(String pattern) {
    for (EpochUnit unit : values()) {
      if (unit.name().toLowerCase(Locale.ROOT).equals(pattern)) {
        return Optional.of(unit);
      }
    }
    return Optional.empty();
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
