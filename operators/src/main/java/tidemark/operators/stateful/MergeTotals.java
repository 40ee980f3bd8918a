package tidemark.operators.stateful;

import java.util.concurrent.atomic.AtomicLong;
import tidemark.operators.StepMetrics;
import tidemark.operators.state.StateRows;

/** What the partitions of a step wrote and removed, added up. */
final class MergeTotals {
  private final AtomicLong updated = new AtomicLong();
  private final AtomicLong removed = new AtomicLong();

  /** Adds what one partition did. */
  void add(long updatedRows, long removedRows) {
    updated.addAndGet(updatedRows);
    removed.addAndGet(removedRows);
  }

  /**
   * The step's metrics, now that all partitions are done; shares that were never asked for are
   * null.
   */
  StepMetrics metrics(StateRows rows, CountingShare[] shares) {
    long late = 0;
    long withoutTime = 0;
    for (CountingShare share : shares) {
      if (share != null) {
        late += share.droppedLate();
        withoutTime += share.withoutTime();
      }
    }
    return new StepMetrics(rows.count(), updated.get(), removed.get(), late, withoutTime);
  }
}
