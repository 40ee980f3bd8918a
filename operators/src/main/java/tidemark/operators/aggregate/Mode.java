package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.DataType;

/** The most frequent value; of equally frequent ones the first in an order. */
final class Mode implements ValueCountAccumulators.Statistic {
  private final DataType type;
  private final ValueComparator comparator;
  private final Direction direction;

  Mode(DataType type, Direction direction) {
    this.type = type;
    this.direction = direction;
    this.comparator = ValueComparator.of(type);
  }

  @Override
  public void append(ValueCounts counts, ColumnBuilder out) {
    Column values = counts.column(type);
    int best = 0;
    for (int i = 1; i < counts.size(); i++) {
      int order = Long.compare(counts.count(i), counts.count(best));
      if (order > 0 || (order == 0 && isBefore(values, i, best))) {
        best = i;
      }
    }
    out.append(values, best);
  }

  private boolean isBefore(Column values, int a, int b) {
    int order = comparator.compare(values, a, values, b);
    return direction == Direction.ASCENDING ? order < 0 : order > 0;
  }
}
