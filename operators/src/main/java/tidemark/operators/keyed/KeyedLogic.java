package tidemark.operators.keyed;

import tidemark.operators.batch.Batch;

/** What a keyed step does with rows and time-outs; used by one thread. */
public sealed interface KeyedLogic permits RuleLogic, ProcessorLogic {
  /**
   * Takes rows, all of them selected, in the order in which they count.
   *
   * @param slotOfRow the key of each row
   * @param timeOfRow from when a row's time-out counts, microseconds
   */
  void rows(LoadedKeys keys, Batch batch, int[] slotOfRow, long[] timeOfRow);

  /**
   * The time-outs of the first {@code count} slots, all different, have fired, in this order; they
   * are disarmed already.
   *
   * @param dueMicros when they were due
   * @param nowMicros from when a time-out counts that is armed now
   */
  void timeouts(LoadedKeys keys, int[] slots, int count, long[] dueMicros, long[] nowMicros);

  /** Gives out what is held back. */
  void flush();
}
