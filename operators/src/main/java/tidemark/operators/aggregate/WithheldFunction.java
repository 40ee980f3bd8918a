package tidemark.operators.aggregate;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/**
 * A function that was added to an aggregation with stored groups: the result of a group that was
 * there before is null, because the function has not seen all of its rows.
 */
public record WithheldFunction(AggregateFunction call) implements AggregateFunction {
  /** The field behind the call's own: whether the accumulator has seen all of its group. */
  public static final Field WHOLE = Field.notNull("whole", SimpleType.BOOLEAN);

  @Override
  public String name() {
    return call.name();
  }

  @Override
  public List<DataType> arguments() {
    return call.arguments();
  }

  @Override
  public DataType type() {
    return call.type();
  }

  @Override
  public boolean nullable() {
    return true;
  }

  @Override
  public List<Field> state() {
    List<Field> fields = new ArrayList<>();
    fields.addAll(call.state());
    fields.add(WHOLE);
    return List.copyOf(fields);
  }

  @Override
  public Accumulators create() {
    return new WithheldAccumulators(call.create());
  }

  @Override
  public boolean isOrderSensitive() {
    return call.isOrderSensitive();
  }
}
