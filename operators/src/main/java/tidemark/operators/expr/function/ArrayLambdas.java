package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.higherOrder;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Lambda;
import tidemark.operators.expr.kernel.ElementLambdas;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Higher-order functions of arrays. */
final class ArrayLambdas {
  private ArrayLambdas() {}

  static List<FunctionDefinition> all() {
    return List.of(
        higherOrder(
            "transform",
            "transform(array, x -> … | (x, position) -> …)",
            "What the function makes of each element; positions count from 0.",
            "transform(array(1, 2), x -> x + 1) -> [2, 3]",
            a -> over(a, 1, t -> new ArrayType(a.get(1).type())),
            ArrayLambdas::elementAndPosition,
            c -> ElementLambdas.transform(c.argument(0), c.lambda(0))),
        higherOrder(
            "filter",
            "filter(array, x -> condition | (x, position) -> condition)",
            "The elements for which the condition is true.",
            "filter(array(1, 2, 3), x -> x > 1) -> [2, 3]",
            a -> tested(a, t -> t),
            ArrayLambdas::elementAndPosition,
            c -> ElementLambdas.filter(c.argument(0), c.lambda(0), element(c))),
        higherOrder(
            "exists",
            "exists(array, x -> condition)",
            "Whether the condition is true for some element; null if that hangs on a null.",
            "exists(array(1, 2), x -> x > 1) -> true",
            a -> tested(a, t -> SimpleType.BOOLEAN),
            ArrayLambdas::element,
            c -> ElementLambdas.decided(c.argument(0), c.lambda(0), true)),
        higherOrder(
            "forall",
            "forall(array, x -> condition)",
            "Whether the condition is true for every element; null if that hangs on a null.",
            "forall(array(1, 2), x -> x > 1) -> false",
            a -> tested(a, t -> SimpleType.BOOLEAN),
            ArrayLambdas::element,
            c -> ElementLambdas.decided(c.argument(0), c.lambda(0), false)),
        higherOrder(
            "aggregate|reduce",
            "aggregate(array, start, (state, x) -> state [, state -> result])",
            "The elements taken into a state one after the other, and what is made of it at the"
                + " end.",
            "aggregate(array(1, 2, 3), 0, (total, x) -> total + x) -> 6",
            ArrayLambdas::aggregateRule,
            ArrayLambdas::aggregateLambdas,
            c -> ElementLambdas.aggregate(c.argument(0), c.argument(1), c.lambdas(), c.type())),
        higherOrder(
            "zip_with",
            "zip_with(a, b, (x, y) -> …)",
            "What the function makes of the elements at each position; the shorter array is filled"
                + " up with nulls.",
            "zip_with(array(1, 2), array(10, 20), (x, y) -> x + y) -> [11, 22]",
            a ->
                a.size() == 3 && isArray(a, 0) && isArray(a, 1) && a.get(2) instanceof Lambda l
                    ? fits(a, new ArrayType(l.type()), l.type())
                    : Typing.unfit(),
            (before, count) ->
                before.size() == 2 && count == 2 && isArray(before, 0) && isArray(before, 1)
                    ? Optional.of(List.of(element(before.get(0)), element(before.get(1))))
                    : Optional.empty(),
            c -> ElementLambdas.zip(c.argument(0), c.argument(1), c.lambda(0))),
        higherOrder(
            "array_sort",
            "array_sort(array [, (a, b) -> order])",
            "The elements in ascending order, nulls last; or as the function says, which is"
                + " negative where a comes before b, positive where after it, else 0.",
            "array_sort(array(2, NULL, 1)) -> [1, 2, null]",
            ArrayLambdas::sortRule,
            (before, count) ->
                before.size() == 1 && count == 2 && isArray(before, 0)
                    ? Optional.of(Collections.nCopies(2, element(before.get(0))))
                    : Optional.empty(),
            c ->
                c.lambdas().isEmpty()
                    ? ArrayFunctions.sorted(c, true)
                    : ElementLambdas.sort(c.argument(0), c.lambda(0), element(c))));
  }

  private static Typing sortRule(List<Expression> arguments) {
    if (arguments.size() == 1) {
      return Rules.takes(ArrayFunctions.SORTABLE).gives(t -> t.get(0)).apply(arguments);
    }
    Typing typing = over(arguments, 1, t -> t);
    return typing instanceof Typing.Fits && arguments.get(1).type() != SimpleType.INT
        ? Typing.unfit("the function must give int")
        : typing;
  }

  private static boolean isArray(List<Expression> arguments, int i) {
    return arguments.get(i).type() instanceof ArrayType;
  }

  private static DataType element(Expression array) {
    return ((ArrayType) array.type()).element();
  }

  private static DataType element(BoundCall call) {
    return ((ArrayType) call.argumentType(0)).element();
  }

  private static Optional<List<DataType>> element(List<Expression> before, int count) {
    return before.size() == 1 && count == 1 && isArray(before, 0)
        ? Optional.of(List.of(element(before.get(0))))
        : Optional.empty();
  }

  private static Optional<List<DataType>> elementAndPosition(List<Expression> before, int count) {
    return before.size() == 1 && count == 2 && isArray(before, 0)
        ? Optional.of(List.of(element(before.get(0)), SimpleType.INT))
        : element(before, count);
  }

  /** What a function's result follows from. */
  private interface Result {
    DataType of(DataType array);
  }

  private static Typing over(List<Expression> arguments, int lambdas, Result result) {
    if (arguments.size() != 1 + lambdas
        || !isArray(arguments, 0)
        || !(arguments.get(1) instanceof Lambda lambda)) {
      return Typing.unfit();
    }
    return fits(arguments, result.of(arguments.get(0).type()), lambda.type());
  }

  /** The one function must give a truth value. */
  private static Typing tested(List<Expression> arguments, Result result) {
    Typing typing = over(arguments, 1, result);
    if (typing instanceof Typing.Fits && !isTruth(arguments.get(1).type())) {
      return Typing.unfit("the function must give boolean");
    }
    return typing instanceof Typing.Fits fits
        ? new Typing.Fits(List.of(arguments.get(0).type(), SimpleType.BOOLEAN), fits.type(), true)
        : typing;
  }

  static boolean isTruth(DataType type) {
    return type == SimpleType.BOOLEAN || type == SimpleType.VOID;
  }

  private static Typing fits(List<Expression> arguments, DataType type, DataType lambda) {
    List<DataType> types =
        arguments.stream().map(a -> a instanceof Lambda ? lambda : a.type()).toList();
    boolean nullable = arguments.stream().anyMatch(a -> !(a instanceof Lambda) && a.nullable());
    return new Typing.Fits(types, type, nullable);
  }

  private static Optional<List<DataType>> aggregateLambdas(List<Expression> before, int count) {
    if (before.size() < 2 || !isArray(before, 0)) {
      return Optional.empty();
    }
    DataType state = before.get(1).type();
    if (before.size() == 2 && count == 2) {
      return Optional.of(List.of(state, element(before.get(0))));
    }
    return before.size() == 3 && count == 1 ? Optional.of(List.of(state)) : Optional.empty();
  }

  private static Typing aggregateRule(List<Expression> arguments) {
    if (arguments.size() < 3
        || arguments.size() > 4
        || !isArray(arguments, 0)
        || !(arguments.get(2) instanceof Lambda merge)
        || arguments.size() == 4 && !(arguments.get(3) instanceof Lambda)) {
      return Typing.unfit();
    }
    DataType state = arguments.get(1).type();
    if (!Coercion.same(merge.type(), state)) {
      return Typing.unfit(
          "the start is "
              + state.ddl()
              + ", but the function gives "
              + merge.type().ddl()
              + "; cast the start");
    }
    List<DataType> types = arguments.stream().map(Expression::type).toList();
    return new Typing.Fits(types, arguments.get(arguments.size() - 1).type(), true);
  }
}
