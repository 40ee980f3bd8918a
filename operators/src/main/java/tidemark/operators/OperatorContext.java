package tidemark.operators;

import java.util.function.IntFunction;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.late.LateRows;
import tidemark.operators.state.StateAccess;
import tidemark.operators.time.BatchTime;

/**
 * What an operator is given for one micro-batch.
 *
 * @param workers how many threads fill shares; also the number of partitions
 * @param state the step's stored rows, by store name
 * @param lateRows where a worker's rows go that came too late
 * @param spare what the step's workers have left of the last micro-batch
 */
public record OperatorContext(
    BatchTime time,
    OutputMode mode,
    int workers,
    StateAccess state,
    IntFunction<LateRows> lateRows,
    SpareMemory spare) {
  /** The same, dropping late rows, with nothing left of an earlier micro-batch. */
  public OperatorContext(BatchTime time, OutputMode mode, int workers, StateAccess state) {
    this(time, mode, workers, state, worker -> LateRows.DROPPED, new SpareMemory());
  }
}
