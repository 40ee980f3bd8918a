package tidemark.operators.late;

import tidemark.operators.batch.Batch;

/** Takes the rows that a step leaves out because they came too late. Used by one thread. */
@FunctionalInterface
public interface LateRows {
  /** Drops them. */
  LateRows DROPPED = late -> {};

  /**
   * Takes the selected rows; what a step does not read of its input may be missing in them, unless
   * the plan asks for late rows.
   */
  void take(Batch late);
}
