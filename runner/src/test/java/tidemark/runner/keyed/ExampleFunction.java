package tidemark.runner.keyed;

import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.function.ColumnFunction;
import tidemark.operators.function.FunctionShape;
import tidemark.operators.types.DataType;

/**
 * The function of the example {@code delivery-distance}, compiled from its source when it is
 * called.
 */
public final class ExampleFunction implements ColumnFunction {
  /** Compiled once, as a user would. */
  private static final class Compiled {
    static final ColumnFunction FUNCTION =
        CompiledExample.of("delivery-distance", "DistanceKm", ColumnFunction.class);
  }

  @Override
  public String name() {
    return "distance_km";
  }

  @Override
  public String signature() {
    return Compiled.FUNCTION.signature();
  }

  @Override
  public String meaning() {
    return Compiled.FUNCTION.meaning();
  }

  @Override
  public String example() {
    return Compiled.FUNCTION.example();
  }

  @Override
  public Optional<FunctionShape> shape(List<DataType> given) {
    return Compiled.FUNCTION.shape(given);
  }

  @Override
  public Column evaluate(List<Column> arguments, Selection rows, int size) {
    return Compiled.FUNCTION.evaluate(arguments, rows, size);
  }
}
