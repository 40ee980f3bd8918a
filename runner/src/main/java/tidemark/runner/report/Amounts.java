package tidemark.runner.report;

import java.time.Instant;
import java.util.Locale;

/** Counts, sizes, durations and instants as people read them. */
public final class Amounts {
  private Amounts() {}

  /** {@code 1,234,567}. */
  public static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** A noun with its count: {@code 1 batch}, {@code 2 batches}. */
  public static String count(long n, String one, String many) {
    return count(n) + " " + (n == 1 ? one : many);
  }

  /** Three significant digits with k, M or G behind. */
  public static String rate(double perSecond) {
    return scaled(perSecond, "", "k", "M", "G");
  }

  /** Bytes in powers of ten. */
  public static String bytes(long bytes) {
    return scaled(bytes, " B", " kB", " MB", " GB", " TB");
  }

  private static String scaled(double value, String... units) {
    double rest = value;
    int unit = 0;
    while (rest >= 999.5 && unit < units.length - 1) {
      rest /= 1000;
      unit++;
    }
    String pattern = unit == 0 || rest >= 99.95 ? "%.0f%s" : rest >= 9.995 ? "%.1f%s" : "%.2f%s";
    return String.format(Locale.ROOT, pattern, rest, units[unit]);
  }

  /** {@code 0.42 s}, {@code 12.4 s}, {@code 3 min 05 s}, {@code 2 h 07 min}. */
  public static String duration(long millis) {
    if (millis < 10_000) {
      return String.format(Locale.ROOT, "%.2f s", millis / 1e3);
    }
    if (millis < 100_000) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
    }
    long seconds = (millis + 500) / 1000;
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
    }
    return String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds % 3600 / 60);
  }

  /** A watermark; before the first event there is none. */
  public static String watermark(long millis) {
    return millis <= 0 ? "none" : Instant.ofEpochMilli(millis).toString();
  }
}
