package tidemark.operators.late;

import tidemark.operators.batch.Batch;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;

/**
 * Tells the rows that are in time from those that are late: at or behind the watermark of the
 * micro-batch before, as in Spark. Used by one thread.
 */
public final class TimelyRows {
  private final long lateMicros;
  private final LateRows late;
  private long dropped;
  private long withoutTime;

  /**
   * @param lateMicros times at or before this are late, microseconds; {@link Long#MIN_VALUE} if
   *     none is
   */
  public TimelyRows(long lateMicros, LateRows late) {
    this.lateMicros = lateMicros;
    this.late = late;
  }

  /** Whether a time, in microseconds, is late. */
  public boolean isLate(long micros) {
    return micros <= lateMicros;
  }

  /** Rows that came too late until now. */
  public long dropped() {
    return dropped;
  }

  /** Rows without a time that were left out until now. */
  public long withoutTime() {
    return withoutTime;
  }

  /** The rows in time; those without a time are. */
  public Selection orTimeless(Batch batch, LongColumn time) {
    return timely(batch, batch.selection(), time, 0, true);
  }

  /**
   * The rows that have a time and are in time.
   *
   * @param aheadMicros what is added to a row's time before it is judged
   */
  public Selection timed(Batch batch, LongColumn time, long aheadMicros) {
    return timely(batch, batch.selection(), time, aheadMicros, false);
  }

  private Selection timely(
      Batch batch, Selection rows, LongColumn time, long aheadMicros, boolean keepsTimeless) {
    int[] kept = new int[rows.count()];
    int count = 0;
    int timeless = 0;
    for (int i = 0; i < kept.length; i++) {
      int row = rows.row(i);
      if (time.isNull(row)) {
        timeless++;
        if (keepsTimeless) {
          kept[count++] = row;
        }
      } else if (!isLate(time.get(row) + aheadMicros)) {
        kept[count++] = row;
      }
    }
    int left = kept.length - count - (keepsTimeless ? 0 : timeless);
    withoutTime += keepsTimeless ? 0 : timeless;
    if (left > 0) {
      leave(batch, rows, time, aheadMicros, left);
    }
    return count == kept.length ? rows : Selection.of(kept, count);
  }

  private void leave(Batch batch, Selection rows, LongColumn time, long aheadMicros, int count) {
    int[] left = new int[count];
    int next = 0;
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      if (!time.isNull(row) && isLate(time.get(row) + aheadMicros)) {
        left[next++] = row;
      }
    }
    leave(batch, left, count);
  }

  /**
   * Leaves rows out that the step itself found late.
   *
   * @param rows ascending; taken over
   */
  public void leave(Batch batch, int[] rows, int count) {
    dropped += count;
    late.take(batch.select(Selection.of(rows, count)));
  }
}
