package tidemark.operators.processor;

import java.util.List;
import tidemark.operators.types.Field;

/**
 * What a processor keeps and gives out. Variables are null until they are set; they are known by
 * their names, so one that is added later is null for keys that are stored already.
 *
 * @param state the variables: boolean, whole numbers, dates and times, float and double, string,
 *     decimals of at most 18 digits
 * @param output the columns of the rows that it gives out; the same types
 */
public record ProcessorShape(List<Field> state, List<Field> output) {
  public ProcessorShape {
    state = List.copyOf(state);
    output = List.copyOf(output);
  }
}
