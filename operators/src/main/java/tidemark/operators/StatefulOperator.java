package tidemark.operators;

/**
 * The running form of a stateful step in one micro-batch. First every worker fills its {@link
 * Share}; worker w's rows stand before those of worker w+1. When all are done, every partition is
 * settled, then finished once: it owns a range of key groups, merges the shares with the stored
 * state, changes the state and emits. Partitions may be finished at the same time on different
 * threads.
 */
public interface StatefulOperator {
  /**
   * The input end of a worker; called once for each input and worker, before any {@link #finish}.
   *
   * @param input position among the step's inputs
   */
  Share share(int input, int worker);

  /**
   * Merges a partition's part of all shares with its stored state; called once for every partition,
   * at the same time on different threads, before any {@link #finish}. For steps that must know
   * what became of all partitions before a row comes out.
   */
  default void settle(int partition) {}

  /** Merges, stores and emits what belongs to a partition. */
  void finish(int partition, Emitter out);

  /** What the step did; valid once every partition is finished. */
  StepMetrics metrics();
}
