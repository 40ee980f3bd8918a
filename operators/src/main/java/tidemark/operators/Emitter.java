package tidemark.operators;

import tidemark.operators.batch.Batch;

/** Where an operator's rows go. The receiver copies what it keeps. */
public interface Emitter {
  void emit(Batch batch);
}
