package tidemark.operators;

/**
 * The running form of a stateful step in one micro-batch, in {@link Partitions}. First the {@link
 * Share} of every partition is filled; those of partition p stand before those of partition p+1.
 * When all are, every partition is settled, then finished once: it owns a range of key groups,
 * merges the shares with the stored state, changes the state and emits. Partitions may be finished
 * at the same time on different threads, and spare ones when the others are under way.
 */
public interface StatefulOperator {
  /**
   * The input end of a partition; called once for each input and partition, before any {@link
   * #finish}.
   *
   * @param input position among the step's inputs
   */
  Share share(int input, int partition);

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
