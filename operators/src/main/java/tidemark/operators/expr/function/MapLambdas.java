package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.higherOrder;

import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Lambda;
import tidemark.operators.expr.kernel.EntryLambdas;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;

/** Higher-order functions of maps. */
final class MapLambdas {
  private MapLambdas() {}

  static List<FunctionDefinition> all() {
    return List.of(
        higherOrder(
            "map_filter",
            "map_filter(map, (key, value) -> condition)",
            "The entries for which the condition is true.",
            "map_filter(map('a', 1, 'b', 2), (k, v) -> v > 1) -> {b -> 2}",
            MapLambdas::filterRule,
            MapLambdas::entry,
            c -> EntryLambdas.filter(c.argument(0), c.lambda(0), (MapType) c.type())),
        higherOrder(
            "transform_keys",
            "transform_keys(map, (key, value) -> key)",
            "The map with the keys that the function gives; a key must not repeat.",
            "transform_keys(map('a', 1), (k, v) -> upper(k)) -> {A -> 1}",
            a -> over(a, map -> new MapType(a.get(1).type(), map.value())),
            MapLambdas::entry,
            c -> EntryLambdas.keys(c.argument(0), c.lambda(0), (MapType) c.type())),
        higherOrder(
            "transform_values",
            "transform_values(map, (key, value) -> value)",
            "The map with the values that the function gives.",
            "transform_values(map('a', 1), (k, v) -> v + 1) -> {a -> 2}",
            a -> over(a, map -> new MapType(map.key(), a.get(1).type())),
            MapLambdas::entry,
            c -> EntryLambdas.values(c.argument(0), c.lambda(0), ((MapType) c.type()).key())),
        higherOrder(
            "map_zip_with",
            "map_zip_with(a, b, (key, x, y) -> …)",
            "What the function makes of the values under each key of both maps; a value that is"
                + " missing is null.",
            "map_zip_with(map('a', 1), map('a', 2), (k, x, y) -> x + y) -> {a -> 3}",
            MapLambdas::zipRule,
            MapLambdas::zipLambda,
            c ->
                EntryLambdas.zip(
                    c.argument(0), c.argument(1), c.lambda(0), (MapType) c.argumentType(0))));
  }

  private static Optional<List<DataType>> entry(List<Expression> before, int count) {
    return before.size() == 1 && count == 2 && before.get(0).type() instanceof MapType map
        ? Optional.of(List.of(map.key(), map.value()))
        : Optional.empty();
  }

  /** What a function's result follows from. */
  private interface Result {
    DataType of(MapType map);
  }

  private static Typing over(List<Expression> arguments, Result result) {
    if (arguments.size() != 2
        || !(arguments.get(0).type() instanceof MapType map)
        || !(arguments.get(1) instanceof Lambda lambda)) {
      return Typing.unfit();
    }
    DataType type = result.of(map);
    if (type instanceof MapType made && !ValueComparator.isOrderable(made.key())) {
      return Typing.unfit("a map cannot be a key");
    }
    return new Typing.Fits(List.of(map, lambda.type()), type, arguments.get(0).nullable());
  }

  private static Typing filterRule(List<Expression> arguments) {
    Typing typing = over(arguments, map -> map);
    if (typing instanceof Typing.Fits fits) {
      return ArrayLambdas.isTruth(arguments.get(1).type())
          ? new Typing.Fits(
              List.of(arguments.get(0).type(), SimpleType.BOOLEAN), fits.type(), fits.nullable())
          : Typing.unfit("the function must give boolean");
    }
    return typing;
  }

  private static Optional<MapType[]> maps(List<Expression> arguments) {
    return arguments.size() >= 2
            && arguments.get(0).type() instanceof MapType a
            && arguments.get(1).type() instanceof MapType b
        ? Coercion.common(List.of(a.key(), b.key()))
            .map(k -> new MapType[] {new MapType(k, a.value()), new MapType(k, b.value())})
        : Optional.empty();
  }

  private static Optional<List<DataType>> zipLambda(List<Expression> before, int count) {
    return before.size() == 2 && count == 3
        ? maps(before).map(m -> List.of(m[0].key(), m[0].value(), m[1].value()))
        : Optional.empty();
  }

  private static Typing zipRule(List<Expression> arguments) {
    Optional<MapType[]> maps = maps(arguments);
    if (arguments.size() != 3 || maps.isEmpty() || !(arguments.get(2) instanceof Lambda lambda)) {
      return Typing.unfit();
    }
    boolean nullable = arguments.get(0).nullable() || arguments.get(1).nullable();
    return new Typing.Fits(
        List.of(maps.get()[0], maps.get()[1], lambda.type()),
        new MapType(maps.get()[0].key(), lambda.type()),
        nullable);
  }
}
