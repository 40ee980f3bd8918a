package tidemark.operators.time;

/**
 * How far behind the largest event time seen the watermark follows.
 *
 * @param column the event-time column, of type timestamp
 * @param delayMillis not negative
 */
public record WatermarkSpec(String column, long delayMillis) {}
