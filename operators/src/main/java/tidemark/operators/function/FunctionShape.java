package tidemark.operators.function;

import java.util.List;
import tidemark.operators.types.DataType;

/**
 * What a function takes and gives.
 *
 * @param arguments the types of its arguments; what is given is brought to them as Spark's implicit
 *     casts do, or refused
 * @param type of its result
 */
public record FunctionShape(List<DataType> arguments, DataType type) {
  public FunctionShape {
    arguments = List.copyOf(arguments);
  }
}
