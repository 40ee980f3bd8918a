package tidemark.operators.plan;

/**
 * The column that carries a stream's event time.
 *
 * @param column position in the node's schema
 * @param kind what its values say
 * @param delayMillis the delay of the watermark behind it
 */
public record EventTime(int column, Kind kind, long delayMillis) {
  /** The same event time in a column at another position. */
  public EventTime at(int position) {
    return new EventTime(position, kind, delayMillis);
  }

  /** What the values of an event-time column say. */
  public enum Kind {
    /** The instant itself. */
    INSTANT,
    /** The exclusive end of a window: the row's event time is one microsecond before. */
    WINDOW_END
  }
}
