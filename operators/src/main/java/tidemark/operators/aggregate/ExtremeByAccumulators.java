package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/**
 * The value (which may be null) of the row with the least or greatest key: min_by, max_by. Rows
 * with a null key do not count; of rows with equal keys the last one counts.
 */
final class ExtremeByAccumulators implements Accumulators {
  private final Extreme extreme;
  private final KeptValues values;
  private final KeptValues keys;
  private final KeptValues storedValue;
  private final KeptValues storedKey;

  ExtremeByAccumulators(Extreme extreme, DataType value, DataType key) {
    this.extreme = extreme;
    this.values = KeptValues.of(value);
    this.keys = KeptValues.of(key);
    this.storedValue = KeptValues.of(value);
    this.storedKey = KeptValues.of(key);
    storedValue.ensure(1);
    storedKey.ensure(1);
  }

  @Override
  public void ensure(int groups) {
    values.ensure(groups);
    keys.ensure(groups);
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    Column key = arguments[1];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      int group = groups[i];
      if (!key.isNull(row)
          && (!keys.isPresent(group) || !extreme.isBetter(keys.compare(group, key, row)))) {
        values.set(group, arguments[0], row);
        keys.set(group, key, row);
      }
    }
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    ExtremeByAccumulators from = (ExtremeByAccumulators) other;
    if (from.keys.isPresent(otherGroup)
        && (!keys.isPresent(group)
            || !extreme.isBetter(keys.compare(group, from.keys, otherGroup)))) {
      values.copy(group, from.values, otherGroup);
      keys.copy(group, from.keys, otherGroup);
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    values.encode(group, out);
    keys.encode(group, out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    storedValue.decode(0, in);
    storedKey.decode(0, in);
    if (storedKey.isPresent(0)
        && (!keys.isPresent(group) || extreme.isBetter(storedKey.compare(0, keys, group)))) {
      values.copy(group, storedValue, 0);
      keys.copy(group, storedKey, 0);
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    values.append(group, out);
  }

  @Override
  public void reset() {
    values.reset();
    keys.reset();
  }

  @Override
  public long memory() {
    return values.memory() + keys.memory();
  }
}
