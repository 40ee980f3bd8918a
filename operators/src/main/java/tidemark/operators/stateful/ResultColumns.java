package tidemark.operators.stateful;

import tidemark.operators.batch.Batch;

/** Computes an aggregation's output from its window, key and call columns; used by one thread. */
public interface ResultColumns {
  Batch of(Batch merged);
}
