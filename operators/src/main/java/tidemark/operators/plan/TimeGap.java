package tidemark.operators.plan;

/**
 * How far the right row's time may lie after the left row's, in microseconds, both ends included;
 * the ends of {@code long} stand for no bound. Rows without a time are no partners.
 */
public record TimeGap(long leastMicros, long mostMicros) {
  /** Any distance. */
  public static final TimeGap ANY = new TimeGap(Long.MIN_VALUE, Long.MAX_VALUE);

  /** What is allowed by both. */
  public TimeGap and(TimeGap other) {
    return new TimeGap(
        Math.max(leastMicros, other.leastMicros), Math.min(mostMicros, other.mostMicros));
  }

  /** Whether rows at these times, in microseconds since 1970, may be partners. */
  public boolean allows(long leftMicros, long rightMicros) {
    long distance = rightMicros - leftMicros;
    return distance >= leastMicros && distance <= mostMicros;
  }
}
