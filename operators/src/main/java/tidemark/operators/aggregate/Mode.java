package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.DataType;

/** The most frequent value; of equally frequent ones the least. */
final class Mode implements ValueCountAccumulators.Statistic {
  private final DataType type;
  private final ValueComparator comparator;

  Mode(DataType type) {
    this.type = type;
    this.comparator = ValueComparator.of(type);
  }

  @Override
  public void append(ValueCounts counts, ColumnBuilder out) {
    Column values = counts.column(type);
    int best = 0;
    for (int i = 1; i < counts.size(); i++) {
      int order = Long.compare(counts.count(i), counts.count(best));
      if (order > 0 || (order == 0 && comparator.compare(values, i, values, best) < 0)) {
        best = i;
      }
    }
    out.append(values, best);
  }
}
