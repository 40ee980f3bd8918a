package tidemark.operators.expr.value;

import java.util.Locale;

/** Intervals as Spark's casts write them. */
public final class IntervalText {
  private static final long MICROS_A_SECOND = 1_000_000L;

  private IntervalText() {}

  /** {@code INTERVAL '1-2' YEAR TO MONTH}. */
  public static String yearMonth(long months) {
    long size = Math.abs(months);
    return "INTERVAL '%s%d-%d' YEAR TO MONTH"
        .formatted(months < 0 ? "-" : "", size / 12, size % 12);
  }

  /** {@code INTERVAL '1 02:03:04.5' DAY TO SECOND}. */
  public static String dayTime(long micros) {
    long seconds = micros / MICROS_A_SECOND;
    long rest = Math.abs(micros % MICROS_A_SECOND);
    long size = Math.abs(seconds);
    String fraction =
        rest == 0 ? "" : ("." + String.format(Locale.ROOT, "%06d", rest)).replaceFirst("0+$", "");
    return "INTERVAL '%s%d %02d:%02d:%02d%s' DAY TO SECOND"
        .formatted(
            micros < 0 ? "-" : "",
            size / 86_400,
            size / 3_600 % 24,
            size / 60 % 60,
            size % 60,
            fraction);
  }
}
