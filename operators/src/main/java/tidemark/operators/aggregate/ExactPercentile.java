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

/** Percentiles of doubles, interpolated between the two values next to the exact position. */
final class ExactPercentile implements ValueCountAccumulators.Statistic {
  private final Percentages percentages;

  ExactPercentile(Percentages percentages) {
    this.percentages = percentages;
  }

  @Override
  public void append(ValueCounts counts, ColumnBuilder out) {
    DoubleColumn column = (DoubleColumn) counts.column(SimpleType.DOUBLE);
    int[] order =
        IntStream.range(0, counts.size())
            .boxed()
            .sorted(
                Comparator.comparing(
                    i -> column.get(i), (a, b) -> ValueComparator.compareDoubles(a, b)))
            .mapToInt(Integer::intValue)
            .toArray();
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

  private static double at(double[] values, long[] upTo, double fraction) {
    double position = (upTo[upTo.length - 1] - 1) * fraction;
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
