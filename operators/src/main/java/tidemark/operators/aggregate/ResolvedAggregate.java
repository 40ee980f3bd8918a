package tidemark.operators.aggregate;

import java.util.List;
import java.util.function.Supplier;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;

/** A resolved function as plain values and the maker of its accumulators. */
record ResolvedAggregate(
    String name,
    List<DataType> arguments,
    DataType type,
    boolean nullable,
    List<Field> state,
    boolean isOrderSensitive,
    Supplier<Accumulators> accumulators)
    implements AggregateFunction {
  ResolvedAggregate {
    arguments = List.copyOf(arguments);
    state = List.copyOf(state);
  }

  /** A function that does not depend on the order of rows and whose result may be null. */
  static ResolvedAggregate of(
      String name,
      List<DataType> arguments,
      DataType type,
      List<Field> state,
      Supplier<Accumulators> accumulators) {
    return new ResolvedAggregate(name, arguments, type, true, state, false, accumulators);
  }

  /** The same function with a result that is never null. */
  ResolvedAggregate neverNull() {
    return new ResolvedAggregate(
        name, arguments, type, false, state, isOrderSensitive, accumulators);
  }

  /** The same function, depending on the order of rows. */
  ResolvedAggregate orderSensitive() {
    return new ResolvedAggregate(name, arguments, type, nullable, state, true, accumulators);
  }

  @Override
  public Accumulators create() {
    return accumulators.get();
  }
}
