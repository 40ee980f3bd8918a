package tidemark.operators.aggregate;

import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;

/** Counts the rows in which the condition is true. */
final class CountIfAccumulators implements Accumulators {
  private final CountAccumulators counts = new CountAccumulators();

  @Override
  public void ensure(int groups) {
    counts.ensure(groups);
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    BooleanColumn condition = (BooleanColumn) arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!condition.isNull(row) && condition.get(row)) {
        counts.add(groups[i], 1);
      }
    }
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    counts.merge(group, ((CountIfAccumulators) other).counts, otherGroup);
  }

  @Override
  public void encode(int group, StateWriter out) {
    counts.encode(group, out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    counts.mergeEncoded(group, in);
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    counts.appendResult(group, out);
  }

  @Override
  public void reset() {
    counts.reset();
  }

  @Override
  public long memory() {
    return counts.memory();
  }
}
