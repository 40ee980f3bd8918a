package tidemark.operators.keyed;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Evaluator;

/**
 * A worker's evaluators over the input.
 *
 * @param time the event time; empty = processing time counts
 */
public record KeyedInputs(List<Evaluator> keys, Optional<Evaluator> time) {
  public KeyedInputs {
    keys = List.copyOf(keys);
  }
}
