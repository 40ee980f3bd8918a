package tidemark.operators.stateful;

import java.util.List;
import java.util.OptionalInt;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/**
 * What a deduplication is, bound to its input and shared by its workers.
 *
 * @param input the columns of its rows, before and after
 * @param keys positions of the key's columns
 * @param keyTypes their types
 * @param time position of the event-time column, if the input has one
 * @param memory how long a key is remembered
 */
public record DeduplicateShape(
    Schema input, List<Integer> keys, List<DataType> keyTypes, OptionalInt time, Memory memory) {
  public DeduplicateShape {
    keys = List.copyOf(keys);
    keyTypes = List.copyOf(keyTypes);
  }

  /** True if every stored key begins with its event time, so that expired keys stand in front. */
  boolean startsWithTime() {
    return memory instanceof Memory.UntilKey;
  }
}
