package tidemark.operators;

import tidemark.operators.batch.Batch;

/** One worker's input end of a stateful step in one micro-batch: takes rows, on one thread. */
public interface Share {
  void process(Batch batch);
}
