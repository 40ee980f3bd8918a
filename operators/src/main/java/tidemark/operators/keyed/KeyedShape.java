package tidemark.operators.keyed;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import tidemark.operators.Emitter;
import tidemark.operators.batch.Column;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * What a keyed step is, bound to its input and shared by its workers.
 *
 * @param keyTypes types of the grouping keys
 * @param inputs makes a worker's evaluators
 * @param kept the columns of the input that the logic reads
 * @param keptColumns their positions in the input
 * @param state the variables
 * @param initials a column of one row for each variable: the value it starts with
 * @param hasEventTime whether rows and time-outs go by event time
 * @param logic makes a thread's logic, which gives rows out to the emitter
 */
public record KeyedShape(
    List<DataType> keyTypes,
    Supplier<KeyedInputs> inputs,
    Schema kept,
    List<Integer> keptColumns,
    List<Field> state,
    List<Column> initials,
    boolean hasEventTime,
    Function<Emitter, KeyedLogic> logic) {
  public KeyedShape {
    keyTypes = List.copyOf(keyTypes);
    keptColumns = List.copyOf(keptColumns);
    state = List.copyOf(state);
    initials = List.copyOf(initials);
  }

  /** No state yet. */
  KeyStates noStates() {
    return new KeyStates(state, initials);
  }
}
