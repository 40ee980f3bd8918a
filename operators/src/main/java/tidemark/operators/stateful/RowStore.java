package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.types.Schema;

/** Copies of rows, kept in order until the end of the micro-batch. */
final class RowStore {
  private final BatchBuilder open;
  private final List<Batch> full = new ArrayList<>();
  private int rows;

  RowStore(Schema schema) {
    open = new BatchBuilder(schema);
  }

  /** Copies the selected rows, but no more than {@code atMost} in all. */
  void add(Batch batch, long atMost) {
    for (int i = 0; i < batch.count() && rows < atMost; i++) {
      open.append(batch, batch.selection().row(i));
      rows++;
      if (open.isFull()) {
        full.add(open.take());
      }
    }
  }

  /** All rows as batches in order; nothing may be added afterwards. */
  List<Batch> batches() {
    if (open.rows() > 0) {
      full.add(open.take());
    }
    return full;
  }
}
