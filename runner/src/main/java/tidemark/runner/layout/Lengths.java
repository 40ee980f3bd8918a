package tidemark.runner.layout;

import java.util.ArrayList;
import java.util.List;

/** Lengths of time as a pipeline file writes them. */
public final class Lengths {
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
  public static String ofMillis(long millis) {
    return ofMicros(millis * MICROS_A_MILLI);
  }

  /** For example {@code 5 minutes}, {@code -2 seconds}; {@code 0 seconds} for nothing. */
  public static String ofMicros(long micros) {
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

  /**
   * The microseconds of a length as {@link #ofMicros} writes it.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static long micros(String text) {
    boolean negative = text.startsWith("-");
    String[] words = text.substring(negative ? 1 : 0).split(" ", -1);
    if (words.length % 2 != 0) {
      throw new IllegalArgumentException("no length: " + text);
    }
    long micros = 0;
    for (int i = 0; i < words.length; i += 2) {
      long count = Long.parseLong(words[i]);
      micros = Math.addExact(micros, Math.multiplyExact(count, unit(words[i + 1]).micros));
    }
    return negative ? -micros : micros;
  }

  private static Unit unit(String word) {
    String one = word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    return Unit.valueOf(one.toUpperCase(java.util.Locale.ROOT));
  }
}
