package tidemark.runner.engine;

/**
 * What a lookup that asks its source key by key did in one micro-batch. A key counts once for each
 * batch of rows in which it stands.
 *
 * @param remembered keys whose rows were in memory
 * @param asked keys that the source was asked for
 * @param rows rows that it answered with
 * @param millis how long workers waited for it, added up
 */
public record LookupMetrics(long remembered, long asked, long rows, long millis) {
  public LookupMetrics plus(LookupMetrics other) {
    return new LookupMetrics(
        remembered + other.remembered,
        asked + other.asked,
        rows + other.rows,
        millis + other.millis);
  }
}
