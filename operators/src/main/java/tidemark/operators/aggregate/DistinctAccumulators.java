package tidemark.operators.aggregate;

import java.util.List;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/**
 * The distinct combinations of arguments of which none is null, in the order in which they were
 * first seen; the result is that of another function over them.
 */
final class DistinctAccumulators implements Accumulators {
  private final List<DataType> types;
  private final Accumulators inner;
  private final ValueSets sets = new ValueSets();
  private final StateWriter writer = StateWriter.normalising();

  DistinctAccumulators(AggregateFunction function) {
    this.types = function.arguments();
    this.inner = function.create();
    inner.ensure(1);
  }

  @Override
  public void ensure(int groups) {
    sets.ensure(groups);
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (isComplete(arguments, row)) {
        write(arguments, row);
        sets.add(groups[i], writer.bytes(), 0, writer.size());
      }
    }
  }

  private static boolean isComplete(Column[] arguments, int row) {
    for (Column argument : arguments) {
      if (argument.isNull(row)) {
        return false;
      }
    }
    return true;
  }

  private void write(Column[] arguments, int row) {
    writer.reset();
    if (types.size() == 1) {
      writer.writeValue(types.get(0), arguments[0], row);
      return;
    }
    for (int i = 0; i < arguments.length; i++) {
      writer.writeNullable(types.get(i), arguments[i], row);
    }
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    sets.addAll(group, ((DistinctAccumulators) other).sets.set(otherGroup));
  }

  @Override
  public void encode(int group, StateWriter out) {
    sets.encode(group, out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    sets.mergeEncoded(group, in, () -> skip(in));
  }

  private void skip(StateReader in) {
    if (types.size() == 1) {
      in.skipValue(types.get(0));
    } else {
      types.forEach(in::skipNullable);
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    inner.reset();
    ValueSet set = sets.set(group);
    if (set != null) {
      inner.add(new int[set.size()], columns(set), Selection.all(set.size()));
    }
    inner.appendResult(0, out);
  }

  private Column[] columns(ValueSet set) {
    ColumnBuilder[] builders =
        types.stream().map(type -> ColumnBuilder.of(type)).toArray(ColumnBuilder[]::new);
    StateReader reader = new StateReader();
    for (int i = 0; i < set.size(); i++) {
      reader.open(set.data(), set.start(i), set.length(i));
      if (builders.length == 1) {
        reader.readValue(types.get(0), builders[0]);
        continue;
      }
      for (int field = 0; field < builders.length; field++) {
        reader.readNullable(types.get(field), builders[field]);
      }
    }
    Column[] columns = new Column[builders.length];
    for (int field = 0; field < columns.length; field++) {
      columns[field] = builders[field].build();
    }
    return columns;
  }

  @Override
  public void reset() {
    sets.reset();
  }

  @Override
  public long memory() {
    return sets.memory();
  }
}
