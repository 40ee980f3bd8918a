package tidemark.operators.aggregate;

import java.util.List;
import tidemark.operators.aggregate.FirstLastAccumulators.Nulls;
import tidemark.operators.aggregate.FirstLastAccumulators.Pick;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/** first, last, any_value, min_by, max_by, bool_and, bool_or and the bit functions. */
final class PickFunctions {
  private PickFunctions() {}

  static List<FunctionEntry> all() {
    return List.of(
        new FunctionEntry(
            List.of("first", "first_value"),
            "first(value[, ignore_nulls])",
            "The value of the first row, in the order of the input; with ignore_nulls the first that is not null.",
            1,
            2,
            (n, a) -> firstLast(n, a, Pick.FIRST)),
        new FunctionEntry(
            List.of("last", "last_value"),
            "last(value[, ignore_nulls])",
            "The value of the last row, in the order of the input; with ignore_nulls the last that is not null.",
            1,
            2,
            (n, a) -> firstLast(n, a, Pick.LAST)),
        new FunctionEntry(
            List.of("any_value"),
            "any_value(value[, ignore_nulls])",
            "The value of some row: here, of the first.",
            1,
            2,
            (n, a) -> firstLast(n, a, Pick.FIRST)),
        FunctionEntry.of(
            List.of("min_by"),
            "min_by(value, key)",
            "The value of the row with the smallest key.",
            2,
            (n, a) -> extremeBy(n, a, Extreme.MIN)),
        FunctionEntry.of(
            List.of("max_by"),
            "max_by(value, key)",
            "The value of the row with the largest key.",
            2,
            (n, a) -> extremeBy(n, a, Extreme.MAX)),
        FunctionEntry.of(
            List.of("bool_and", "every"),
            "bool_and(condition)",
            "Whether the condition is true in every row.",
            1,
            (n, a) -> condition(n, a, Extreme.MIN)),
        FunctionEntry.of(
            List.of("bool_or", "some", "any"),
            "bool_or(condition)",
            "Whether the condition is true in some row.",
            1,
            (n, a) -> condition(n, a, Extreme.MAX)),
        bits("bit_and", "The bits that are set in every value.", BitAccumulators.Operation.AND),
        bits("bit_or", "The bits that are set in some value.", BitAccumulators.Operation.OR),
        bits(
            "bit_xor",
            "The bits that are set in an odd number of values.",
            BitAccumulators.Operation.XOR));
  }

  private static Answer firstLast(String name, List<AggregateArgument> arguments, Pick pick) {
    DataType type = arguments.get(0).type();
    boolean ignores = false;
    if (arguments.size() == 2) {
      if (!(arguments.get(1).constant().orElse("") instanceof Boolean flag)) {
        return Answer.refused("its second argument must be `true` or `false`");
      }
      ignores = flag;
    }
    Nulls nulls = ignores ? Nulls.IGNORE : Nulls.RESPECT;
    List<Field> state =
        ignores
            ? List.of(Field.of("value", type))
            : List.of(Field.of("value", type), Field.notNull("seen", SimpleType.BOOLEAN));
    return new Answer.Resolved(
        ResolvedAggregate.of(
                name,
                List.of(type),
                type,
                state,
                () -> new FirstLastAccumulators(pick, nulls, type))
            .orderSensitive());
  }

  private static Answer extremeBy(String name, List<AggregateArgument> arguments, Extreme extreme) {
    DataType value = arguments.get(0).type();
    DataType key = arguments.get(1).type();
    if (!ValueComparator.isOrderable(key)) {
      return Answer.refused("its key must have an order, which " + key.ddl() + " has not");
    }
    return new Answer.Resolved(
        ResolvedAggregate.of(
                name,
                List.of(value, key),
                value,
                List.of(Field.of("value", value), Field.of("key", key)),
                () -> new ExtremeByAccumulators(extreme, value, key))
            .orderSensitive());
  }

  private static Answer condition(String name, List<AggregateArgument> arguments, Extreme extreme) {
    DataType type = arguments.get(0).type();
    if (type != SimpleType.BOOLEAN && type != SimpleType.VOID) {
      return Answer.refused("it takes a boolean, not " + type.ddl());
    }
    return new Answer.Resolved(
        ResolvedAggregate.of(
            name,
            List.of(SimpleType.BOOLEAN),
            SimpleType.BOOLEAN,
            List.of(Field.of("value", SimpleType.BOOLEAN)),
            () -> new KeptExtremes(extreme, SimpleType.BOOLEAN)));
  }

  private static FunctionEntry bits(
      String name, String meaning, BitAccumulators.Operation operation) {
    return FunctionEntry.of(
        List.of(name),
        name + "(integer)",
        meaning,
        1,
        (n, a) -> bits(n, a.get(0).type(), operation));
  }

  private static Answer bits(String name, DataType type, BitAccumulators.Operation operation) {
    if (!type.isIntegral()) {
      return Answer.refused("it takes an integer, not " + type.ddl());
    }
    return new Answer.Resolved(
        ResolvedAggregate.of(
            name,
            List.of(type),
            type,
            List.of(Field.of("bits", type)),
            () -> new BitAccumulators(operation)));
  }
}
