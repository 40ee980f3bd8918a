package tidemark.operators.keyed;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;
import tidemark.operators.failing.RowGuard;

/**
 * A rule bound to its columns, for one thread.
 *
 * @param when keeps the rows on which it acts; empty = all
 * @param clears whether the key is forgotten before anything is set
 * @param sets the new values
 * @param emit the columns of the row that is given out
 * @param timeoutMicros how long the time-out is that it arms
 * @param refreshed positions, among the state columns, of what it changes and a later rule reads
 * @param guard finds the rows on which a new value or a column of the row given out fails
 */
public record BoundRule(
    Optional<Filter> when,
    boolean clears,
    List<BoundSet> sets,
    Optional<List<Evaluator>> emit,
    OptionalLong timeoutMicros,
    List<Integer> refreshed,
    RowGuard guard) {
  public BoundRule {
    sets = List.copyOf(sets);
    emit = emit.map(List::copyOf);
    refreshed = List.copyOf(refreshed);
  }

  /** The new value of a variable, which is given by its position. */
  public record BoundSet(int variable, Evaluator value) {}
}
