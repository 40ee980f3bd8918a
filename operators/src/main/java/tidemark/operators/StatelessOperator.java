package tidemark.operators;

import tidemark.operators.batch.Batch;

/**
 * The running form of a step without state, in one thread of one micro-batch: each batch is mapped
 * on its own.
 */
public interface StatelessOperator {
  void process(Batch batch, Emitter out);
}
