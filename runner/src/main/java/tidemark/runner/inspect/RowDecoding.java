package tidemark.runner.inspect;

import java.util.List;
import java.util.Optional;
import tidemark.operators.stateful.StoredRows;
import tidemark.runner.compile.StoredStep;

/** How the rows of one kind of step are decoded; one class an operator. */
interface RowDecoding {
  /** Every kind of step with state. */
  List<RowDecoding> ALL =
      List.of(
          new AggregateDecoding(),
          new DeduplicateDecoding(),
          new JoinDecoding(),
          new KeyedDecoding(),
          new LimitDecoding());

  /** Whether the step is of this kind. */
  boolean fits(StoredStep step);

  /** The store that tools show unless another is asked for. */
  String mainStore(StoredStep step);

  /**
   * The meaning of a store's rows; empty for a store that only orders the rows of another one.
   *
   * @throws IllegalArgumentException if the step says something that this release does not know
   */
  Optional<StoredRows> rows(StoredStep step, String store, Form form);
}
