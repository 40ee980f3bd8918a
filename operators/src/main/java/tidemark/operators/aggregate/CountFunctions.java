package tidemark.operators.aggregate;

import java.util.List;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/** count and count_if. {@code count(*)} is a call without arguments. */
final class CountFunctions {
  static final List<Field> STATE = List.of(Field.notNull("count", SimpleType.BIGINT));

  private CountFunctions() {}

  static List<FunctionEntry> all() {
    return List.of(
        new FunctionEntry(
            List.of("count"),
            "count(*) or count(value, …)",
            "Rows, or rows in which no argument is null; 0 for none.",
            0,
            Integer.MAX_VALUE,
            CountFunctions::count),
        FunctionEntry.of(
            List.of("count_if"),
            "count_if(condition)",
            "Rows for which the condition is true.",
            1,
            CountFunctions::countIf));
  }

  private static Answer count(String name, List<AggregateArgument> arguments) {
    List<DataType> types = arguments.stream().map(AggregateArgument::type).toList();
    return new Answer.Resolved(
        ResolvedAggregate.of(name, types, SimpleType.BIGINT, STATE, CountAccumulators::new)
            .neverNull());
  }

  private static Answer countIf(String name, List<AggregateArgument> arguments) {
    DataType type = arguments.get(0).type();
    if (type != SimpleType.BOOLEAN && type != SimpleType.VOID) {
      return Answer.refused("it takes a boolean, not " + type.ddl());
    }
    return new Answer.Resolved(
        ResolvedAggregate.of(
                name,
                List.of(SimpleType.BOOLEAN),
                SimpleType.BIGINT,
                STATE,
                CountIfAccumulators::new)
            .neverNull());
  }
}
