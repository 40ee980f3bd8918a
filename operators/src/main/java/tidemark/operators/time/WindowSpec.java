package tidemark.operators.time;

/** How event time is cut into windows, all lengths in microseconds. */
public sealed interface WindowSpec {
  /**
   * Windows of fixed size: tumbling where slide equals size, else sliding.
   *
   * @param sizeMicros positive
   * @param slideMicros positive, at most the size
   * @param offsetMicros start of a window relative to 1970-01-01T00:00:00Z; absolute value below
   *     the slide
   */
  record Fixed(long sizeMicros, long slideMicros, long offsetMicros) implements WindowSpec {
    /** How many windows a row can belong to. */
    public int overlap() {
      return (int) ((sizeMicros + slideMicros - 1) / slideMicros);
    }

    /**
     * Start of the latest window that contains the instant. Windows are half-open, {@code [start,
     * start + size)}; earlier ones start one slide before each other.
     */
    public long lastStart(long micros) {
      return micros - Math.floorMod(micros - offsetMicros, slideMicros);
    }
  }

  /**
   * Windows that end after silence: rows of a key at most the gap apart are in one session, whose
   * end is its last row plus the gap.
   *
   * @param gapMicros positive
   */
  record Session(long gapMicros) implements WindowSpec {}
}
