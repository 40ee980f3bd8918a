package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/** Least or greatest of the values of any orderable type; of equal values the first one stays. */
final class KeptExtremes implements Accumulators {
  private final Extreme extreme;
  private final KeptValues best;
  private final KeptValues stored;

  KeptExtremes(Extreme extreme, DataType type) {
    this.extreme = extreme;
    this.best = KeptValues.of(type);
    this.stored = KeptValues.of(type);
    stored.ensure(1);
  }

  @Override
  public void ensure(int groups) {
    best.ensure(groups);
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    Column values = arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      int group = groups[i];
      if (!values.isNull(row)
          && (!best.isPresent(group) || extreme.isBetter(-best.compare(group, values, row)))) {
        best.set(group, values, row);
      }
    }
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    KeptValues from = ((KeptExtremes) other).best;
    if (from.isPresent(otherGroup)
        && (!best.isPresent(group) || extreme.isBetter(from.compare(otherGroup, best, group)))) {
      best.copy(group, from, otherGroup);
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    best.encode(group, out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    stored.decode(0, in);
    if (stored.isPresent(0)
        && (!best.isPresent(group) || !extreme.isBetter(best.compare(group, stored, 0)))) {
      best.copy(group, stored, 0);
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    best.append(group, out);
  }

  @Override
  public void reset() {
    best.reset();
  }

  @Override
  public long memory() {
    return best.memory();
  }
}
