package tidemark.operators.expr.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.DataType;

/** Typing rules put together from parameters. */
final class Rules {
  private final int required;
  private final List<Parameter> parameters;

  private Rules(int required, List<Parameter> parameters) {
    this.required = required;
    this.parameters = parameters;
  }

  /** Exactly these arguments. */
  static Rules takes(Parameter... parameters) {
    return new Rules(parameters.length, List.of(parameters));
  }

  /** These arguments, of which only the first {@code required} must be there. */
  static Rules takesAtLeast(int required, Parameter... parameters) {
    return new Rules(required, List.of(parameters));
  }

  /** The result is of this type, and null only where an argument is. */
  Typing.Rule gives(DataType type) {
    return arguments -> typed(arguments, types -> type, false);
  }

  /** The result is of this type and may be null for arguments that are not. */
  Typing.Rule mayGive(DataType type) {
    return arguments -> typed(arguments, types -> type, true);
  }

  /** The result's type follows from the types that the arguments are brought to. */
  Typing.Rule gives(Function<List<DataType>, DataType> result) {
    return arguments -> typed(arguments, result, false);
  }

  /** Like {@link #gives(Function)}, for a result that may be null. */
  Typing.Rule mayGive(Function<List<DataType>, DataType> result) {
    return arguments -> typed(arguments, result, true);
  }

  private Typing typed(
      List<Expression> arguments, Function<List<DataType>, DataType> result, boolean nullable) {
    Optional<List<DataType>> types = accepted(arguments);
    if (types.isEmpty()) {
      return Typing.unfit();
    }
    boolean anyNull = arguments.stream().anyMatch(Expression::nullable);
    return new Typing.Fits(types.get(), result.apply(types.get()), nullable || anyNull);
  }

  private Optional<List<DataType>> accepted(List<Expression> arguments) {
    if (arguments.size() < required || arguments.size() > parameters.size()) {
      return Optional.empty();
    }
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Optional<DataType> type = parameters.get(i).accept(arguments.get(i).type());
      if (type.isEmpty()) {
        return Optional.empty();
      }
      types.add(type.get());
    }
    return Optional.of(types);
  }

  /**
   * All arguments, at least {@code count}, are brought to their common type, which is given back.
   */
  static Typing.Rule common(int count, boolean nullIfAny) {
    return arguments -> {
      Optional<DataType> type =
          arguments.size() < count
              ? Optional.empty()
              : Coercion.common(arguments.stream().map(Expression::type).toList());
      if (type.isEmpty()) {
        return arguments.size() < count ? Typing.unfit() : Typing.unfit("they have no common type");
      }
      boolean nullable =
          nullIfAny
              ? arguments.stream().anyMatch(Expression::nullable)
              : arguments.stream().allMatch(Expression::nullable);
      return new Typing.Fits(
          java.util.Collections.nCopies(arguments.size(), type.get()), type.get(), nullable);
    };
  }

  /** The value of an argument that must be a literal. */
  static Optional<Object> literal(Expression argument) {
    Expression inner = argument;
    if (argument instanceof tidemark.operators.expr.Cast cast) {
      inner = cast.operand();
    }
    if (inner instanceof tidemark.operators.expr.Call call
        && call.function().equals("negative")
        && call.arguments().get(0) instanceof Literal literal
        && literal.value() instanceof Long value) {
      return Optional.of(-value);
    }
    return inner instanceof Literal literal
        ? Optional.ofNullable(literal.value())
        : Optional.empty();
  }
}
