package tidemark.operators.aggregate;

import java.util.List;
import java.util.function.Supplier;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;

/** min and max of any orderable type. */
final class ExtremeFunctions {
  private ExtremeFunctions() {}

  static List<FunctionEntry> all() {
    return List.of(
        FunctionEntry.of(
            List.of("min"),
            "min(value)",
            "The smallest value.",
            1,
            (n, a) -> extreme(n, a.get(0).type(), Extreme.MIN)),
        FunctionEntry.of(
            List.of("max"),
            "max(value)",
            "The largest value.",
            1,
            (n, a) -> extreme(n, a.get(0).type(), Extreme.MAX)));
  }

  private static Answer extreme(String name, DataType type, Extreme extreme) {
    if (!ValueComparator.isOrderable(type)) {
      return Answer.refused("it takes values that have an order, not " + type.ddl());
    }
    return new Answer.Resolved(
        ResolvedAggregate.of(
            name, List.of(type), type, List.of(Field.of(name, type)), accumulators(extreme, type)));
  }

  private static Supplier<Accumulators> accumulators(Extreme extreme, DataType type) {
    return switch (type.physical()) {
      case LONG -> () -> new LongExtremes(extreme);
      case DOUBLE -> () -> new DoubleExtremes(extreme, type);
      case BOOLEAN, BYTES, DECIMAL, ARRAY, MAP, STRUCT -> () -> new KeptExtremes(extreme, type);
    };
  }
}
