package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.BitSet;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;

/** Averages of decimals and intervals: an exact sum and a count. */
final class ExactAverageAccumulators implements Accumulators {
  /** Spark divides decimals to this scale before it rounds to the scale of the result. */
  private static final int DIVISION_SCALE = 39;

  private final ExactSums sums;
  private final CountAccumulators counts = new CountAccumulators();
  private final BitSet overflowed = new BitSet();
  private final Shape shape;

  /**
   * The types of an average.
   *
   * @param sumScale digits after the point of a sum
   * @param resultScale digits after the point of the average
   */
  record Shape(
      SumRange sum, SumRange result, int sumScale, int resultScale, OnOverflow onOverflow) {}

  ExactAverageAccumulators(ExactSums sums, Shape shape) {
    this.sums = sums;
    this.shape = shape;
  }

  @Override
  public void ensure(int groups) {
    sums.ensure(groups);
    counts.ensure(groups);
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    sums.add(groups, arguments[0], rows);
    counts.add(groups, arguments, rows);
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    ExactAverageAccumulators from = (ExactAverageAccumulators) other;
    sums.merge(group, from.sums, otherGroup);
    counts.merge(group, from.counts, otherGroup);
    if (from.overflowed.get(otherGroup)) {
      overflowed.set(group);
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    boolean fits = sumFits(group);
    out.writePresence(fits);
    if (fits) {
      shape.sum().write(sums, group, out);
    }
    counts.encode(group, out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    if (in.readPresence()) {
      shape.sum().readInto(sums, group, in);
    } else {
      overflowed.set(group);
    }
    counts.mergeEncoded(group, in);
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    if (counts.count(group) == 0 || !sumFits(group)) {
      out.appendNull();
      return;
    }
    BigInteger average = average(group);
    if (shape.result().contains(average)) {
      shape.result().append(average, out);
    } else if (shape.onOverflow() == OnOverflow.FAIL) {
      throw shape.result().overflow("avg");
    } else {
      out.appendNull();
    }
  }

  private BigInteger average(int group) {
    BigDecimal sum = new BigDecimal(sums.total(group), shape.sumScale());
    return sum.divide(BigDecimal.valueOf(counts.count(group)), DIVISION_SCALE, RoundingMode.HALF_UP)
        .setScale(shape.resultScale(), RoundingMode.HALF_UP)
        .unscaledValue();
  }

  private boolean sumFits(int group) {
    boolean fits = shape.sum().contains(sums, group) && !overflowed.get(group);
    if (!fits && shape.onOverflow() == OnOverflow.FAIL) {
      throw shape.sum().overflow("avg");
    }
    return fits;
  }

  @Override
  public void reset() {
    sums.reset();
    counts.reset();
    overflowed.clear();
  }

  @Override
  public long memory() {
    return sums.memory() + counts.memory() + overflowed.size() / 8;
  }
}
