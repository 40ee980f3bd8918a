package tidemark.operators.aggregate;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** collect_list, collect_set, string_agg, and any function over distinct arguments. */
final class ListFunctions {
  private ListFunctions() {}

  static List<FunctionEntry> all() {
    return List.of(
        FunctionEntry.of(
            List.of("collect_list", "array_agg"),
            "collect_list(value)",
            "All values that are not null, in the order of the input.",
            1,
            ListFunctions::collectList),
        FunctionEntry.of(
            List.of("collect_set"),
            "collect_set(value)",
            "All distinct values that are not null.",
            1,
            (name, arguments) -> distinct(list(name, arguments.get(0).type()))),
        new FunctionEntry(
            List.of("string_agg", "listagg"),
            "string_agg(text[, delimiter]) [WITHIN GROUP (ORDER BY text [DESC])]",
            "All texts that are not null, put together in the order of the input, or in their own.",
            1,
            3,
            ListFunctions::stringAgg));
  }

  private static Answer collectList(String name, List<AggregateArgument> arguments) {
    return new Answer.Resolved(list(name, arguments.get(0).type()));
  }

  private static ResolvedAggregate list(String name, DataType element) {
    return ResolvedAggregate.of(
            name,
            List.of(element),
            new ArrayType(element),
            List.of(Field.notNull("values", new ArrayType(element))),
            () -> new ListAccumulators(element, new ListResult.Array()))
        .orderSensitive()
        .neverNull();
  }

  private static Answer stringAgg(String name, List<AggregateArgument> arguments) {
    DataType given = arguments.get(0).type();
    DataType type = given == SimpleType.BINARY ? given : SimpleType.STRING;
    String delimiter = "";
    if (arguments.size() >= 2) {
      if (!(arguments.get(1).constant().orElse(0) instanceof String text)) {
        return Answer.refused("its delimiter must be a constant text");
      }
      delimiter = text;
    }
    Optional<Direction> direction =
        arguments.size() == 3 ? Direction.of(arguments.get(2)) : Optional.empty();
    if (arguments.size() == 3 && direction.isEmpty()) {
      return Answer.refused("its third argument must be `true` or `false`");
    }
    String between = delimiter;
    ListResult joined =
        direction
            .<ListResult>map(d -> new ListResult.Sorted(between, d))
            .orElseGet(() -> new ListResult.Joined(between));
    ResolvedAggregate function =
        ResolvedAggregate.of(
            name,
            List.of(type),
            type,
            List.of(Field.notNull("values", new ArrayType(type))),
            () -> new ListAccumulators(type, joined));
    return new Answer.Resolved(direction.isEmpty() ? function.orderSensitive() : function);
  }

  /** A function applied to the distinct combinations of its arguments. */
  static Answer distinct(AggregateFunction function) {
    List<DataType> types = function.arguments();
    if (types.isEmpty()) {
      return Answer.refused("DISTINCT needs an argument");
    }
    for (DataType type : types) {
      if (holdsMap(type)) {
        return Answer.refused("values of " + type.ddl() + " cannot be compared");
      }
    }
    Field state = Field.notNull("values", new ArrayType(element(types)));
    return new Answer.Resolved(
        new ResolvedAggregate(
            function.name(),
            types,
            function.type(),
            function.nullable(),
            List.of(state),
            function.isOrderSensitive(),
            () -> new DistinctAccumulators(function)));
  }

  private static DataType element(List<DataType> types) {
    return types.size() == 1
        ? types.get(0)
        : new StructType(
            IntStream.range(0, types.size())
                .mapToObj(i -> Field.of("_" + (i + 1), types.get(i)))
                .toList());
  }

  private static boolean holdsMap(DataType type) {
    if (type instanceof MapType) {
      return true;
    }
    if (type instanceof ArrayType array) {
      return holdsMap(array.element());
    }
    return type instanceof StructType struct
        && struct.fields().stream().map(Field::type).anyMatch(ListFunctions::holdsMap);
  }
}
