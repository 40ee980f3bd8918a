package tidemark.operators.processor;

import java.util.Map;
import tidemark.operators.types.Schema;

/**
 * What a processor is given to work on.
 *
 * @param columns of the rows
 * @param options as the step writes them under {@code options:}, text by name
 */
public record ProcessorInput(Schema columns, Map<String, String> options) {
  public ProcessorInput {
    options = Map.copyOf(options);
  }

  /**
   * The position of a column.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public int column(String name) {
    return columns
        .find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "it needs a column `" + name + "`; there are: " + columns.names()));
  }
}
