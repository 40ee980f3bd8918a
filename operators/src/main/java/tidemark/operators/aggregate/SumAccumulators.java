package tidemark.operators.aggregate;

import java.util.BitSet;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.Selection;

/**
 * Exact sums of integers, intervals and decimals; null while only nulls were added. A sum is exact
 * between two calls of {@link #encode}: only what is stored or shown must fit the type.
 */
final class SumAccumulators implements Accumulators {
  private final ExactSums sums;
  private final SumRange range;
  private final OnOverflow onOverflow;
  private final BitSet overflowed = new BitSet();

  SumAccumulators(ExactSums sums, SumRange range, OnOverflow onOverflow) {
    this.sums = sums;
    this.range = range;
    this.onOverflow = onOverflow;
  }

  @Override
  public void ensure(int groups) {
    sums.ensure(groups);
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    sums.add(groups, arguments[0], rows);
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    SumAccumulators from = (SumAccumulators) other;
    sums.merge(group, from.sums, otherGroup);
    if (from.overflowed.get(otherGroup)) {
      overflowed.set(group);
    }
  }

  @Override
  public void merge(int[] groups, Accumulators other, int[] otherGroups, int count) {
    SumAccumulators from = (SumAccumulators) other;
    sums.merge(groups, from.sums, otherGroups, count);
    if (!from.overflowed.isEmpty()) {
      for (int i = 0; i < count; i++) {
        if (from.overflowed.get(otherGroups[i])) {
          overflowed.set(groups[i]);
        }
      }
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    boolean fits = fits(group);
    boolean present = fits && sums.isSeen(group);
    out.writePresence(present);
    if (present) {
      range.write(sums, group, out);
    }
    if (onOverflow == OnOverflow.NULL) {
      out.writeBoolean(!fits);
    }
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    if (in.readPresence()) {
      range.readInto(sums, group, in);
    }
    if (onOverflow == OnOverflow.NULL && in.readBoolean()) {
      overflowed.set(group);
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    if (!fits(group) || !sums.isSeen(group)) {
      out.appendNull();
    } else if (sums.isLong(group) && out instanceof LongBuilder longs) {
      longs.append(sums.longTotal(group));
    } else {
      range.append(sums.total(group), out);
    }
  }

  private boolean fits(int group) {
    boolean fits = range.contains(sums, group) && !overflowed.get(group);
    if (!fits && onOverflow == OnOverflow.FAIL) {
      throw range.overflow("sum");
    }
    return fits;
  }

  @Override
  public void reset() {
    sums.reset();
    overflowed.clear();
  }

  @Override
  public long memory() {
    return sums.memory() + overflowed.size() / 8;
  }
}
