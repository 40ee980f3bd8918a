package tidemark.operators.aggregate;

import java.math.BigInteger;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;

/**
 * Sums of whole numbers (integers, or the unscaled values of decimals) that never overflow: whether
 * a sum fits its type is judged only when it is stored or shown, so it does not depend on the order
 * of rows or the number of workers.
 */
sealed interface ExactSums permits NarrowSums, WideSums {
  void ensure(int groups);

  /** Adds the values that are not null. */
  void add(int[] groups, Column values, Selection rows);

  /** Adds a stored sum. */
  void add(int group, BigInteger sum);

  /** Adds a stored sum. */
  void add(int group, long sum);

  void merge(int group, ExactSums other, int otherGroup);

  /** The same for the first {@code count} groups of each array, one after the other. */
  default void merge(int[] groups, ExactSums other, int[] otherGroups, int count) {
    for (int i = 0; i < count; i++) {
      merge(groups[i], other, otherGroups[i]);
    }
  }

  /** Whether anything was added. */
  boolean isSeen(int group);

  /** Whether the sum is known to fit a long, so that {@link #longTotal} gives it. */
  boolean isLong(int group);

  long longTotal(int group);

  BigInteger total(int group);

  void reset();

  long memory();
}
