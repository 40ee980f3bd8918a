package tidemark.operators;

import tidemark.operators.connector.OutputMode;
import tidemark.operators.state.StateAccess;
import tidemark.operators.time.BatchTime;

/**
 * What an operator is given for one micro-batch.
 *
 * @param workers how many threads fill shares; also the number of partitions
 * @param state the step's stored rows, by store name
 */
public record OperatorContext(BatchTime time, OutputMode mode, int workers, StateAccess state) {}
