package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;

/** Lengths of time as a pipeline file writes them. */
final class Lengths {
  private static final long MICROS_A_MILLI = 1_000;

  /** Units with their microseconds, longest first. */
  private enum Unit {
    DAY(86_400_000_000L),
    HOUR(3_600_000_000L),
    MINUTE(60_000_000L),
    SECOND(1_000_000L),
    MILLISECOND(MICROS_A_MILLI),
    MICROSECOND(1L);

    private final long micros;

    Unit(long micros) {
      this.micros = micros;
    }
  }

  private Lengths() {}

  /** For example {@code 1 hour 30 minutes}. */
  static String ofMillis(long millis) {
    return ofMicros(millis * MICROS_A_MILLI);
  }

  /** For example {@code 5 minutes}, {@code -2 seconds}; {@code 0 seconds} for nothing. */
  static String ofMicros(long micros) {
    if (micros == 0) {
      return "0 seconds";
    }
    List<String> parts = new ArrayList<>();
    long rest = Math.abs(micros);
    for (Unit unit : Unit.values()) {
      long count = rest / unit.micros;
      rest %= unit.micros;
      if (count > 0) {
        String word = unit.name().toLowerCase(java.util.Locale.ROOT);
        parts.add(count + " " + word + (count == 1 ? "" : "s"));
      }
    }
    return (micros < 0 ? "-" : "") + String.join(" ", parts);
  }
}
