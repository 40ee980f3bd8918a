package tidemark.operators.time;

/**
 * What one step knows of time in one micro-batch; all of it comes from the offset log, so a re-run
 * sees the same.
 *
 * @param batch the micro-batch's id
 * @param batchTimeMillis processing time, milliseconds since 1970-01-01T00:00:00Z
 * @param lateUpToMillis rows whose event time (for windows: window end) is at or before this are
 *     late: the watermark that the micro-batch before ran with
 * @param evictUpToMillis windows that end at or before this are closed: the watermark of this
 *     micro-batch
 */
public record BatchTime(
    long batch, long batchTimeMillis, long lateUpToMillis, long evictUpToMillis) {}
