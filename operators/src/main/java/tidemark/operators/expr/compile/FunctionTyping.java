package tidemark.operators.expr.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Lambda;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.function.FunctionDefinition;
import tidemark.operators.expr.function.LeftOut;
import tidemark.operators.expr.function.Typing;
import tidemark.operators.expr.syntax.Syntax;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.expr.typing.OperatorTyping;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Types calls of functions and those operators that are functions. */
final class FunctionTyping {
  private static final String ELSE =
      "`tidemark functions` lists all; the jar of one of your own must be in TIDEMARK_CLASSPATH";

  /** Functions that give null for a text that is no number, too. */
  private static final Set<String> TRIED =
      Set.of("try_add", "try_subtract", "try_multiply", "try_divide", "try_mod");

  private static final Set<String> BARE = Set.of("current_date", "current_timestamp");
  private final Catalogue catalogue = Catalogue.spark();
  private final ExpressionErrors errors;

  FunctionTyping(ExpressionErrors errors) {
    this.errors = errors;
  }

  boolean isFunction(String operator) {
    return catalogue.find(operator).filter(f -> !f.example().isEmpty()).isPresent();
  }

  boolean known(Syntax.Function function) {
    return isFunction(function.name()) || CastFunctions.isCast(function.name());
  }

  /** {@code current_date} and the like, which need no parentheses. */
  Optional<Expression> withoutParentheses(Syntax.Name name) {
    String lower = name.name().toLowerCase(Locale.ROOT);
    return BARE.contains(lower)
        ? catalogue.find(lower).flatMap(f -> fitted(f, List.of()))
        : Optional.empty();
  }

  Optional<Expression> operator(Syntax.Operation operation, List<Expression> operands) {
    if (isFunction(operation.operator()) && !OperatorTyping.isOperator(operation.operator())) {
      return called(
          catalogue.find(operation.operator()).orElseThrow(), operands, operation.place());
    }
    return OperatorTyping.of(operation.operator(), operands);
  }

  Optional<Expression> call(Syntax.Function function, List<Expression> arguments) {
    if (CastFunctions.isCast(function.name())) {
      return CastFunctions.of(function, arguments, errors);
    }
    FunctionDefinition definition = catalogue.find(function.name()).orElseThrow();
    if (function.distinct() || function.filter().isPresent() || function.star()) {
      errors.error(
          Code.TM306,
          function.place(),
          "`%s` is no aggregate, so it takes no %s"
              .formatted(
                  function.name(),
                  function.star() ? "`*`" : function.distinct() ? "DISTINCT" : "FILTER"),
          Optional.of(definition.signature()));
      return Optional.empty();
    }
    return called(definition, StructArguments.named(function, arguments), function.place());
  }

  private Optional<Expression> called(
      FunctionDefinition definition,
      List<Expression> arguments,
      tidemark.operators.expr.Place place) {
    Typing typing = definition.rule().apply(arguments);
    if (typing instanceof Typing.Unfit unfit) {
      String given =
          arguments.stream().map(a -> a.type().ddl()).collect(Collectors.joining(", ", "(", ")"));
      errors.error(
          Code.TM306,
          place,
          "`%s` does not take %s%s"
              .formatted(
                  definition.name(),
                  arguments.isEmpty() ? "no arguments" : given,
                  unfit.reason().map(r -> ": " + r).orElse("")),
          Optional.of("the function is " + definition.signature()));
      return Optional.empty();
    }
    return fitted(definition, arguments);
  }

  private Optional<Expression> fitted(FunctionDefinition definition, List<Expression> arguments) {
    if (!(definition.rule().apply(arguments) instanceof Typing.Fits fits)) {
      return Optional.empty();
    }
    List<Expression> cast = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      cast.add(cast(definition, arguments.get(i), fits.argumentTypes().get(i)));
    }
    boolean nullable = fits.nullable() || TRIED.contains(definition.name());
    return Optional.of(new Call(definition.name(), cast, fits.type(), nullable));
  }

  private static Expression cast(
      FunctionDefinition definition, Expression argument, DataType type) {
    if (TRIED.contains(definition.name()) && argument.type() == SimpleType.STRING) {
      return new Cast(argument, type, Cast.Mode.TRYING, true);
    }
    return argument instanceof Lambda lambda
        ? new Lambda(lambda.parameters(), Coercion.to(lambda.body(), type))
        : Coercion.to(argument, type);
  }

  /**
   * The types of the parameters of a function among a call's arguments; a function that may not
   * stand there is reported.
   */
  Optional<List<DataType>> parameters(
      Syntax.Function function, List<Expression> before, Syntax.Lambda lambda) {
    Optional<FunctionDefinition> definition = catalogue.find(function.name());
    Optional<List<DataType>> types =
        definition
            .flatMap(FunctionDefinition::lambdas)
            .flatMap(rule -> rule.parameters(before, lambda.parameters().size()));
    if (types.isEmpty()) {
      errors.error(
          Code.TM306,
          lambda.place(),
          "`%s` does not take a function of %d here"
              .formatted(function.name(), lambda.parameters().size()),
          definition.map(d -> "the function is " + d.signature()));
    }
    return types;
  }

  /** Reports a function that is not in the catalogue. */
  void unknown(Syntax.Function function, Set<String> aggregates) {
    String name = function.name();
    Optional<LeftOut> leftOut = LeftOut.find(name);
    if (leftOut.isPresent()) {
      errors.error(
          leftOut.get().code(),
          function.namePlace(),
          leftOut.get().message(name),
          Optional.of(leftOut.get().wayOut()));
      return;
    }
    Set<String> all = new TreeSet<>(catalogue.names());
    all.addAll(aggregates);
    errors.error(
        Code.TM303,
        function.namePlace(),
        "function `" + name + "` does not exist",
        Nearest.of(name, all).map(n -> "did you mean `" + n + "`?").or(() -> Optional.of(ELSE)));
  }
}
