package tidemark.operators;

import java.util.function.IntFunction;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.late.LateRows;
import tidemark.operators.state.StateAccess;
import tidemark.operators.time.BatchTime;

/**
 * What an operator is given for one micro-batch.
 *
 * @param partitions one share each is filled, and one part each of the key groups merged
 * @param state the step's stored rows, by store name
 * @param lateRows where a partition's rows go that came too late
 * @param spare what the step's shares have left of the last micro-batch
 */
public record OperatorContext(
    BatchTime time,
    OutputMode mode,
    Partitions partitions,
    StateAccess state,
    IntFunction<LateRows> lateRows,
    SpareMemory spare) {
  /**
   * The same, dropping late rows, with nothing left of an earlier micro-batch, one partition a
   * worker.
   */
  public OperatorContext(BatchTime time, OutputMode mode, int workers, StateAccess state) {
    this(time, mode, Partitions.of(workers), state, share -> LateRows.DROPPED, new SpareMemory());
  }
}
