package tidemark.operators.format;

/** Dates and timestamps from bytes, as the options say: ISO 8601, a pattern, or a number's unit. */
final class Times {
  static final long NONE = IsoTimes.NONE;

  private static final long MICROS_A_SECOND = 1_000_000;

  private final IsoTimes iso;
  private final @org.jspecify.annotations.Nullable EpochUnit unit;
  private final @org.jspecify.annotations.Nullable TimePattern timestamps;
  private final @org.jspecify.annotations.Nullable TimePattern dates;

  Times(FormatOptions options) {
    this.iso = new IsoTimes(options.zone());
    this.unit = options.timestampFormat().flatMap(EpochUnit::of).orElse(null);
    this.timestamps =
        options
            .timestampFormat()
            .filter(p -> unit == null)
            .map(p -> new TimePattern(p, options.zone()))
            .orElse(null);
    this.dates = options.dateFormat().map(p -> new TimePattern(p, options.zone())).orElse(null);
  }

  /** Microseconds since 1970, or {@link #NONE}. */
  long timestamp(byte[] b, int from, int to) {
    if (unit != null) {
      return unit.toMicros(b, from, to);
    }
    return timestamps == null ? iso.timestamp(b, from, to) : timestamps.timestamp(b, from, to);
  }

  /**
   * Microseconds since 1970 of a number, whole seconds if no unit is declared, or {@link #NONE}.
   */
  long timestamp(long number) {
    if (unit != null) {
      return unit.toMicros(number);
    }
    return number > Long.MAX_VALUE / MICROS_A_SECOND || number < Long.MIN_VALUE / MICROS_A_SECOND
        ? NONE
        : number * MICROS_A_SECOND;
  }

  /**
   * As {@link #timestamp} for the usual ISO text, which holds nothing but digits and the letters
   * and signs of a time; {@link #NONE} for others.
   */
  long plainTimestamp(byte[] b, int from, int to) {
    return timestamps == null && unit == null ? iso.plain(b, from, to) : NONE;
  }

  /** Microseconds since 1970 of a clock without zone, or {@link #NONE}. */
  long localTimestamp(byte[] b, int from, int to) {
    if (unit != null) {
      return NONE;
    }
    return timestamps == null
        ? iso.localTimestamp(b, from, to)
        : timestamps.localTimestamp(b, from, to);
  }

  /** Days since 1970, or {@link #NONE}. */
  long date(byte[] b, int from, int to) {
    return dates == null ? iso.date(b, from, to) : dates.date(b, from, to);
  }
}
