package tidemark.operators.aggregate;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/** The mean of one variable over the rows in which neither of two is null. */
final class PairMeanAccumulators implements Accumulators {
  static final List<Field> STATE =
      List.of(Field.notNull("count", SimpleType.BIGINT), Field.notNull("sum", SimpleType.DOUBLE));

  private final int averaged;
  private long[] counts = new long[0];
  private double[] sums = new double[0];

  /** {@code averaged}: the position of the argument whose mean it is. */
  PairMeanAccumulators(int averaged) {
    this.averaged = averaged;
  }

  @Override
  public void ensure(int groups) {
    if (groups > counts.length) {
      int length = Growth.length(counts.length, groups);
      counts = Arrays.copyOf(counts, length);
      sums = Arrays.copyOf(sums, length);
    }
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    DoubleColumn values = (DoubleColumn) arguments[averaged];
    Column other = arguments[1 - averaged];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!values.isNull(row) && !other.isNull(row)) {
        counts[groups[i]]++;
        sums[groups[i]] += values.get(row);
      }
    }
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    PairMeanAccumulators from = (PairMeanAccumulators) other;
    counts[group] += from.counts[otherGroup];
    sums[group] += from.sums[otherGroup];
  }

  @Override
  public void encode(int group, StateWriter out) {
    out.writeLong(counts[group]);
    out.writeDouble(sums[group]);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    counts[group] += in.readLong();
    sums[group] = in.readDouble() + sums[group];
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    if (counts[group] == 0) {
      out.appendNull();
    } else {
      ((DoubleBuilder) out).append(sums[group] / counts[group]);
    }
  }

  @Override
  public void reset() {
    Arrays.fill(counts, 0);
    Arrays.fill(sums, 0);
  }

  @Override
  public long memory() {
    return 16L * counts.length;
  }
}
