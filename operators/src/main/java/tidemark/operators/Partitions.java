package tidemark.operators;

/**
 * In how many parts the work of a micro-batch is divided. Parts are in the order of the rows.
 *
 * @param workers threads that work at the same time
 * @param spares whether a spare partition stands behind each worker's, for what another worker
 *     takes over of it
 */
public record Partitions(int workers, boolean spares) {
  /** One for each worker. */
  public static Partitions of(int workers) {
    return new Partitions(workers, false);
  }

  /** How many there are. */
  public int count() {
    return spares ? 2 * workers : workers;
  }

  /** Which worker's rows or keys the partition has. */
  public int worker(int partition) {
    return spares ? partition / 2 : partition;
  }

  /** Whether it only has what is taken over of the worker's. */
  public boolean isSpare(int partition) {
    return spares && partition % 2 != 0;
  }

  /** The partition that is begun as the {@code turn}th: the workers' own first. */
  public int begunAt(int turn) {
    if (!spares) {
      return turn;
    }
    return turn < workers ? 2 * turn : 2 * (turn - workers) + 1;
  }
}
