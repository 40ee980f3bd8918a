package tidemark.operators.aggregate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.SimpleType;

/** Percentiles of doubles. */
final class ExactPercentile implements ValueCountAccumulators.Statistic {
  /** What stands at a position between two values. */
  enum Between {
    /** A value between them, in proportion to how near they are. */
    INTERPOLATED,
    /** No such position: the first value that so large a part of the rows does not exceed. */
    DISCRETE
  }

  private final Percentages percentages;
  private final Between between;
  private final Direction direction;

  ExactPercentile(Percentages percentages) {
    this(percentages, Between.INTERPOLATED, Direction.ASCENDING);
  }

  ExactPercentile(Percentages percentages, Between between, Direction direction) {
    this.percentages = percentages;
    this.between = between;
    this.direction = direction;
  }

  @Override
  public void append(ValueCounts counts, ColumnBuilder out) {
    DoubleColumn column = (DoubleColumn) counts.column(SimpleType.DOUBLE);
    int[] order = order(column, counts.size());
    double[] values = new double[order.length];
    long[] upTo = new long[order.length];
    long total = 0;
    for (int i = 0; i < order.length; i++) {
      values[i] = column.get(order[i]);
      total += counts.count(order[i]);
      upTo[i] = total;
    }
    if (percentages instanceof Percentages.One one) {
      ((DoubleBuilder) out).append(at(values, upTo, one.fraction()));
      return;
    }
    ArrayBuilder array = (ArrayBuilder) out;
    int first = array.elements().size();
    for (double fraction : percentages.fractions()) {
      ((DoubleBuilder) array.elements()).append(at(values, upTo, fraction));
    }
    array.closeRow(first);
  }

  private int[] order(DoubleColumn column, int size) {
    Comparator<Integer> ascending =
        Comparator.comparing(i -> column.get(i), (a, b) -> ValueComparator.compareDoubles(a, b));
    return IntStream.range(0, size)
        .boxed()
        .sorted(direction == Direction.ASCENDING ? ascending : ascending.reversed())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private double at(double[] values, long[] upTo, double fraction) {
    long total = upTo[upTo.length - 1];
    if (between == Between.DISCRETE) {
      return values[holder(upTo, Math.max(0, (long) Math.ceil(total * fraction) - 1))];
    }
    double position = (total - 1) * fraction;
    long below = (long) Math.floor(position);
    long above = (long) Math.ceil(position);
    double low = values[holder(upTo, below)];
    double high = values[holder(upTo, above)];
    if (below == above || low == high) {
      return low;
    }
    return (above - position) * low + (position - below) * high;
  }

  /** The index of the value at a rank counted from zero. */
  private static int holder(long[] upTo, long rank) {
    int found = Arrays.binarySearch(upTo, rank + 1);
    return found >= 0 ? found : -found - 1;
  }
}
