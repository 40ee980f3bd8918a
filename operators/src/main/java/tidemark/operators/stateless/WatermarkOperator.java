package tidemark.operators.stateless;

import tidemark.operators.Emitter;
import tidemark.operators.StatelessOperator;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;

/**
 * Passes rows through and notes the largest event time. Values later than the bound are counted and
 * do not move the watermark.
 */
public final class WatermarkOperator implements StatelessOperator {
  private final int column;
  private final long boundMicros;
  private long largestMicros = Long.MIN_VALUE;
  private long latestMicros = Long.MIN_VALUE;
  private long tooFarAhead;

  /**
   * @param column the event-time column, microseconds
   * @param boundMicros the latest event time that is believed
   */
  public WatermarkOperator(int column, long boundMicros) {
    this.column = column;
    this.boundMicros = boundMicros;
  }

  @Override
  public void process(Batch batch, Emitter out) {
    LongColumn time = (LongColumn) batch.column(column);
    Selection rows = batch.selection();
    long[] times = time.values();
    boolean[] nulls = time.nulls();
    long largest = largestMicros;
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      if (nulls == null || !nulls[row]) {
        long micros = times[row];
        if (micros > boundMicros) {
          tooFarAhead++;
          latestMicros = Math.max(latestMicros, micros);
        } else if (micros > largest) {
          largest = micros;
        }
      }
    }
    largestMicros = largest;
    out.emit(batch);
  }

  /** The largest event time seen, in microseconds; {@link Long#MIN_VALUE} if there was none. */
  public long largestMicros() {
    return largestMicros;
  }

  /** The latest event time beyond the bound; {@link Long#MIN_VALUE} if there was none. */
  public long latestMicros() {
    return latestMicros;
  }

  /** How many rows had an event time beyond the bound. */
  public long tooFarAhead() {
    return tooFarAhead;
  }
}
