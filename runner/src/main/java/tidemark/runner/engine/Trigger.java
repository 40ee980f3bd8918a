package tidemark.runner.engine;

/** What starts the next micro-batch, and when a run ends. */
public sealed interface Trigger {
  /** Catch up with what exists at the start, within the sources' limits, then stop. */
  record AvailableNow() implements Trigger {}

  /** One micro-batch with everything that exists, then stop. */
  record Once() implements Trigger {}

  /**
   * A micro-batch at every tick, until told to stop. Ticks are multiples of the interval since
   * 1970-01-01; those missed while a batch ran are not made up for.
   *
   * @param intervalMillis positive
   */
  record Every(long intervalMillis) implements Trigger {
    /** The first tick after an instant. */
    public long next(long nowMillis) {
      return Math.floorDiv(nowMillis, intervalMillis) * intervalMillis + intervalMillis;
    }
  }
}
