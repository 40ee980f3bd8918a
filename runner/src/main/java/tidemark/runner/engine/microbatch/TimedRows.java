package tidemark.runner.engine.microbatch;

import java.util.concurrent.atomic.AtomicLong;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.plan.LogicalOp.Timed;
import tidemark.operators.types.Schema;

/** Leaves out rows whose time is null, and counts them. */
final class TimedRows {
  private final int column;
  private final AtomicLong leftOut;

  TimedRows(Schema schema, Timed timed, AtomicLong leftOut) {
    this.column = schema.find(timed.column()).orElseThrow();
    this.leftOut = leftOut;
  }

  /** Those of the selected rows that have a time. */
  Selection keep(Batch batch, Selection rows) {
    Column time = batch.column(column);
    if (!time.hasNulls()) {
      return rows;
    }
    int[] kept = new int[rows.count()];
    int count = 0;
    for (int i = 0; i < rows.count(); i++) {
      if (!time.isNull(rows.row(i))) {
        kept[count++] = rows.row(i);
      }
    }
    leftOut.addAndGet(rows.count() - count);
    return Selection.of(kept, count);
  }
}
