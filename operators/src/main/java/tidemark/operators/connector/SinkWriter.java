package tidemark.operators.connector;

import tidemark.operators.batch.Batch;

/** Takes the rows of one partition of one sink's part in a micro-batch. */
public interface SinkWriter {
  void write(Batch batch);
}
