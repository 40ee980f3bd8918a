package tidemark.operators.stateful;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;

/**
 * One worker's evaluators over the rows that reach an aggregation.
 *
 * @param time the event time, with a window
 * @param keys one a grouping key
 * @param calls one a call of an aggregate function
 */
public record AggregateInputs(
    Optional<Evaluator> time, List<Evaluator> keys, List<CallInputs> calls) {
  public AggregateInputs {
    keys = List.copyOf(keys);
    calls = List.copyOf(calls);
  }

  /**
   * What one call is given.
   *
   * @param arguments already of the types that the function takes
   * @param filter rows that do not pass are not added
   */
  public record CallInputs(List<Evaluator> arguments, Optional<Filter> filter) {
    public CallInputs {
      arguments = List.copyOf(arguments);
    }
  }
}
