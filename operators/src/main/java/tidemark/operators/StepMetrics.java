package tidemark.operators;

/**
 * What a stateful step did in one micro-batch.
 *
 * @param rows rows in its state afterwards
 * @param updated rows written
 * @param removed rows dropped because the watermark passed them
 * @param droppedLate input rows that came too late for at least one of their windows
 * @param withoutTime input rows dropped because their event time is null
 * @param duplicates input rows dropped because their key had been seen
 */
public record StepMetrics(
    long rows, long updated, long removed, long droppedLate, long withoutTime, long duplicates) {
  /** Of a step that knows no duplicates. */
  public StepMetrics(long rows, long updated, long removed, long droppedLate, long withoutTime) {
    this(rows, updated, removed, droppedLate, withoutTime, 0);
  }

  /** Rows dropped for want of an event time, and nothing else. */
  public static StepMetrics withoutTime(long rows) {
    return new StepMetrics(0, 0, 0, 0, rows);
  }

  public StepMetrics plus(StepMetrics other) {
    return new StepMetrics(
        rows + other.rows,
        updated + other.updated,
        removed + other.removed,
        droppedLate + other.droppedLate,
        withoutTime + other.withoutTime,
        duplicates + other.duplicates);
  }

  /**
   * These counts and those of a later micro-batch: all add up but the rows, which are the later's.
   */
  public StepMetrics then(StepMetrics later) {
    return new StepMetrics(
        later.rows,
        updated + later.updated,
        removed + later.removed,
        droppedLate + later.droppedLate,
        withoutTime + later.withoutTime,
        duplicates + later.duplicates);
  }
}
