package tidemark.operators.time;

/**
 * What one step knows of time in one micro-batch; all of it comes from the logs, so a re-run sees
 * the same.
 *
 * @param batch the micro-batch's id
 * @param batchTimeMillis processing time, milliseconds since 1970-01-01T00:00:00Z
 * @param lateUpToMillis rows whose event time (for windows: window end) is at or before this are
 *     late: the watermark that the micro-batch before ran with
 * @param evictUpToMillis windows that end at or before this are closed: the watermark of this
 *     micro-batch
 * @param isFurther whether a watermark of the step has moved since, the one that it judges its
 *     input by or the one that it hands on, or the step itself may have changed: else nothing is
 *     due that was not before
 */
public record BatchTime(
    long batch,
    long batchTimeMillis,
    long lateUpToMillis,
    long evictUpToMillis,
    boolean isFurther) {
  /** Of a step that hands on the watermark that it judges its input by. */
  public BatchTime(long batch, long batchTimeMillis, long lateUpToMillis, long evictUpToMillis) {
    this(batch, batchTimeMillis, lateUpToMillis, evictUpToMillis, evictUpToMillis > lateUpToMillis);
  }
}
