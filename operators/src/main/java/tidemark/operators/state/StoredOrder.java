package tidemark.operators.state;

import java.util.List;
import java.util.Set;

/**
 * In which order a step stores its keys and the accumulators of its calls, where that is not the
 * order of the pipeline file: what is stored already says how.
 *
 * @param keys positions in the step, in stored order
 * @param calls positions in the step, in stored order; only of an aggregation
 * @param withheld positions in the step of calls whose rows say whether the call has seen all of
 *     the group
 */
public record StoredOrder(List<Integer> keys, List<Integer> calls, Set<Integer> withheld) {
  public StoredOrder {
    keys = List.copyOf(keys);
    calls = List.copyOf(calls);
    withheld = Set.copyOf(withheld);
  }

  /** The step's keys, or what belongs to each of them, in stored order. */
  public <T> List<T> ofKeys(List<T> asWritten) {
    return keys.stream().map(asWritten::get).toList();
  }
}
