package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;

/**
 * The accumulators of one aggregate function for the groups {@code 0..n-1}. Used by one thread at a
 * time.
 */
public interface Accumulators {
  /** Makes room for this many groups in all; the new ones are as if no row had been added. */
  void ensure(int groups);

  /**
   * Adds rows, in order.
   *
   * @param groups for each position {@code i} of {@code rows} the group of the row {@code
   *     rows.row(i)}; at least {@code rows.count()} long
   * @param arguments one column for each of {@link AggregateFunction#arguments()}; nulls are
   *     treated as the function says
   */
  void add(int[] groups, Column[] arguments, Selection rows);

  /**
   * Adds what another accumulator of the same function has seen; its rows come after this group's
   * rows. The other one stays as it is.
   */
  void merge(int group, Accumulators other, int otherGroup);

  /** The same for the first {@code count} groups of each array, one after the other. */
  default void merge(int[] groups, Accumulators other, int[] otherGroups, int count) {
    for (int i = 0; i < count; i++) {
      merge(groups[i], other, otherGroups[i]);
    }
  }

  /**
   * Writes the accumulator as the fields of {@link AggregateFunction#state()}.
   *
   * @throws tidemark.operators.diagnostics.Failure TM610 if a sum does not fit its type
   */
  void encode(int group, StateWriter out);

  /** Reads a stored accumulator and adds it; the stored rows come before this group's rows. */
  void mergeEncoded(int group, StateReader in);

  /**
   * Appends the result of the group to a builder for {@link AggregateFunction#type()}.
   *
   * @throws tidemark.operators.diagnostics.Failure TM610 if the result does not fit its type
   */
  void appendResult(int group, ColumnBuilder out);

  /** Forgets all groups; the room may be kept. */
  void reset();

  /** About how many bytes of heap are held. */
  long memory();
}
