package tidemark.operators.stateful;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/**
 * What an aggregation is, bound to its input and shared by its workers.
 *
 * @param window how event time is cut, if it is
 * @param expiry what lets a group be closed
 * @param watermarked whether a watermark reaches the step at all
 * @param keyTypes types of the grouping keys
 * @param functions one a call
 * @param inputs makes a worker's evaluators
 * @param merged the columns before the results: window_start, window_end (with a window), the keys,
 *     one column a call
 * @param updates what update mode hands out; its columns stand last in {@code merged} and in the
 *     output
 * @param results makes a thread's evaluators from the merged columns to the step's output
 */
public record AggregateShape(
    Optional<WindowSpec> window,
    Expiry expiry,
    boolean watermarked,
    List<DataType> keyTypes,
    List<AggregateFunction> functions,
    Supplier<AggregateInputs> inputs,
    Schema merged,
    Updates updates,
    Supplier<ResultColumns> results) {
  public AggregateShape {
    keyTypes = List.copyOf(keyTypes);
    functions = List.copyOf(functions);
  }

  /** True if every stored key begins with the time at which its group is closed. */
  boolean hasExpiry() {
    return !(expiry instanceof Expiry.Never) || window.isPresent();
  }

  /** How many columns stand before the keys. */
  int windowColumns() {
    return window.isPresent() ? 2 : 0;
  }

  /** Position of the first column of the updates in the merged columns. */
  int updateColumns() {
    return merged.size() - updates.columns().size();
  }

  /** True without window and keys: one group, which always exists. */
  boolean isGlobal() {
    return window.isEmpty() && keyTypes.isEmpty();
  }

  /**
   * Microseconds of a watermark in milliseconds, in the units that windows and keys are compared
   * in.
   */
  static long micros(long watermarkMillis) {
    return Math.multiplyExact(watermarkMillis, 1000L);
  }
}
