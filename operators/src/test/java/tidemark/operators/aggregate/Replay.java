package tidemark.operators.aggregate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/** One group of one function, fed batch by batch with a stored state in between. */
final class Replay {
  private final AggregateFunction function;
  private final Accumulators accumulators;
  private byte[] stored = new byte[0];

  Replay(String name, AggregateArgument... arguments) {
    Answer resolution = new AggregateCatalogue().resolve(name, List.of(arguments));
    this.function = ((Answer.Resolved) resolution).function();
    this.accumulators = function.create();
  }

  static Replay of(String name, DataType... types) {
    return new Replay(
        name, Arrays.stream(types).map(AggregateArgument::of).toArray(AggregateArgument[]::new));
  }

  AggregateFunction function() {
    return function;
  }

  /** Adds a batch of values of the first argument, stores the state and gives the result. */
  @Nullable Object batch(@Nullable Object... values) {
    return batch(List.of(Arrays.asList(values)));
  }

  /** Adds a batch given by columns, stores the state and gives the result. */
  @Nullable Object batch(List<? extends List<? extends @Nullable Object>> arguments) {
    accumulators.reset();
    accumulators.ensure(1);
    Column[] columns = new Column[arguments.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = Values.column(function.arguments().get(i), arguments.get(i));
    }
    int rows = arguments.get(0).size();
    accumulators.add(new int[rows], columns, Selection.all(rows));
    if (stored.length > 0) {
      accumulators.mergeEncoded(0, new StateReader(stored));
    }
    StateWriter writer = new StateWriter();
    accumulators.encode(0, writer);
    stored = writer.toBytes();
    AccumulatorsTest.assertReadable(function.state(), stored);
    ColumnBuilder builder = ColumnBuilder.of(function.type());
    accumulators.appendResult(0, builder);
    return Values.value(function.type(), builder.build(), 0);
  }
}
