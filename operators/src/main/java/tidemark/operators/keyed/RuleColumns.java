package tidemark.operators.keyed;

import java.util.List;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/**
 * The columns that rules see.
 *
 * @param rules the input's kept columns, then the variables of {@code read}
 * @param read the variables that a rule reads, by position
 * @param onTimeout the keys, the time at which the time-out was due, then the variables of {@code
 *     readOnTimeout}
 * @param readOnTimeout the variables that the time-out's rule reads, by position
 */
public record RuleColumns(
    Schema rules,
    List<Integer> read,
    List<DataType> keyTypes,
    Schema onTimeout,
    List<Integer> readOnTimeout) {
  public RuleColumns {
    read = List.copyOf(read);
    keyTypes = List.copyOf(keyTypes);
    readOnTimeout = List.copyOf(readOnTimeout);
  }
}
