package tidemark.operators.expr.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Case;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Lambda;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.syntax.Syntax;
import tidemark.operators.expr.typing.CastRules;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.expr.typing.OperatorTyping;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Turns untyped trees into typed ones and reports every mistake it meets on the way. */
final class Typer {
  private final ExpressionErrors errors;
  private final Names names;
  private final Literals literals;
  private final FunctionTyping functions;
  private final Aggregation aggregation;
  private final ConstantParts constants;
  private final Variables variables = new Variables();

  /** How many choices lead to the part at hand: it may never be computed. */
  private int guards;

  /** Behind how many AND and OR it stands: some rows may not reach it. */
  private int skips;

  Typer(EvaluationContext context, Scope scope, Aggregation aggregation, ExpressionErrors errors) {
    this.errors = errors;
    this.names = new Names(scope, errors);
    this.literals = new Literals(context.zone(), errors);
    this.functions = new FunctionTyping(errors);
    this.aggregation = aggregation;
    this.constants = new ConstantParts(context, errors);
  }

  /** The typed tree; empty if something in it is wrong, which is then reported. */
  Optional<Expression> type(Syntax syntax) {
    return aggregation
        .groupedBy(syntax)
        .or(
            () ->
                typed(syntax)
                    .map(e -> located(e, syntax.place()))
                    .filter(e -> guards > 0 || works(e, syntax.place())));
  }

  private Expression located(Expression e, Place place) {
    boolean mayFail = e instanceof Call || e instanceof Cast;
    return mayFail ? errors.written(place).map(w -> Expressions.at(w, e)).orElse(e) : e;
  }

  private boolean works(Expression expression, Place place) {
    return skips > 0
        ? constants.constantsWork(expression, place)
        : constants.work(expression, place);
  }

  private Optional<Expression> typed(Syntax syntax) {
    if (syntax instanceof Syntax.Name name) {
      return name(name);
    }
    if (syntax instanceof Syntax.Dot dot) {
      return dot(dot);
    }
    if (syntax instanceof Syntax.Number number) {
      return literals.number(number);
    }
    if (syntax instanceof Syntax.Text text) {
      return Optional.of(Literal.of(text.value()));
    }
    if (syntax instanceof Syntax.Word word) {
      return Optional.of(
          word.truth().map(t -> t ? Literal.TRUE : Literal.FALSE).orElse(Literal.NULL));
    }
    if (syntax instanceof Syntax.TypedText text) {
      return literals.typed(text);
    }
    if (syntax instanceof Syntax.Interval interval) {
      return Optional.of(literals.interval(interval));
    }
    if (syntax instanceof Syntax.Operation operation) {
      return operation(operation);
    }
    if (syntax instanceof Syntax.Function function) {
      return function(function);
    }
    if (syntax instanceof Syntax.Choice choice) {
      return choice(choice);
    }
    if (syntax instanceof Syntax.CastTo cast) {
      return cast(cast);
    }
    if (syntax instanceof Syntax.Lambda lambda) {
      errors.error(
          Code.TM306,
          lambda.place(),
          "a function with `->` can stand only as an argument of a higher-order function",
          Optional.of("for example transform(array, x -> x + 1)"));
    }
    return Optional.empty();
  }

  private Optional<Expression> name(Syntax.Name name) {
    Optional<Expression> variable = variables.find(name.name());
    if (variable.isPresent()) {
      return variable;
    }
    if (!names.knows(name.name())) {
      Optional<Expression> other =
          aggregation
              .key(name.name())
              .<Expression>map(k -> k)
              .or(() -> functions.withoutParentheses(name));
      if (other.isPresent()) {
        return other;
      }
    }
    return names
        .column(name.name(), name.place())
        .flatMap(c -> aggregation.column(c, name.place(), errors));
  }

  private Optional<Expression> dot(Syntax.Dot dot) {
    boolean ofVariable =
        dot.of() instanceof Syntax.Name name && variables.find(name.name()).isPresent();
    if (!ofVariable && names.isQualified(dot)) {
      return names.qualifiedColumn(dot).flatMap(c -> aggregation.column(c, dot.place(), errors));
    }
    return type(dot.of()).flatMap(of -> names.field(of, dot.name(), dot.namePlace()));
  }

  private Optional<Expression> operation(Syntax.Operation operation) {
    Optional<List<Expression>> operands = all(operation.operands(), operation.operator());
    if (operands.isEmpty()) {
      return Optional.empty();
    }
    Optional<Expression> typed = functions.operator(operation, operands.get());
    boolean named =
        functions.isFunction(operation.operator())
            && !OperatorTyping.isOperator(operation.operator());
    if (typed.isEmpty() && !named) {
      mismatch(operation, operands.get());
    }
    return typed;
  }

  private void mismatch(Syntax.Operation operation, List<Expression> operands) {
    List<String> types = operands.stream().map(o -> o.type().ddl()).distinct().toList();
    String sign = OperatorWords.of(operation.operator());
    errors.error(
        Code.TM305,
        operation.place(),
        types.size() == 1
            ? "%s cannot be applied to %s".formatted(sign, types.get(0))
            : "%s cannot be applied to %s".formatted(sign, String.join(" and ", types)),
        OperatorWords.hint(operation.operator(), operands));
  }

  private Optional<List<Expression>> all(List<Syntax> parts, String function) {
    List<Expression> typed = new ArrayList<>();
    for (Syntax part : parts) {
      boolean guarded = ConstantParts.mayStopBefore(function, typed);
      boolean skipped = ConstantParts.maySkip(function, typed);
      guards += guarded ? 1 : 0;
      skips += skipped ? 1 : 0;
      type(part).ifPresent(typed::add);
      skips -= skipped ? 1 : 0;
      guards -= guarded ? 1 : 0;
    }
    return typed.size() == parts.size() ? Optional.of(typed) : Optional.empty();
  }

  private Optional<Expression> function(Syntax.Function function) {
    if (aggregation.isAggregate(function.name())) {
      return aggregation.call(function, errors);
    }
    if (!functions.known(function)) {
      functions.unknown(function, aggregation.names());
      Typer rows = aggregation.rowTyper(errors);
      rows.guards++;
      rows.all(function.arguments(), function.name());
      return Optional.empty();
    }
    boolean tried = function.name().startsWith("try_");
    guards += tried ? 1 : 0;
    Optional<List<Expression>> arguments =
        function.arguments().stream().anyMatch(a -> a instanceof Syntax.Lambda)
            ? withLambdas(function)
            : all(function.arguments(), function.name());
    guards -= tried ? 1 : 0;
    return arguments.flatMap(a -> functions.call(function, a));
  }

  /** Typed from left to right: what a function is given follows from what stands before it. */
  private Optional<List<Expression>> withLambdas(Syntax.Function function) {
    List<Expression> typed = new ArrayList<>();
    for (Syntax argument : function.arguments()) {
      Optional<? extends Expression> next =
          argument instanceof Syntax.Lambda lambda
              ? functions.parameters(function, typed, lambda).flatMap(t -> lambda(lambda, t))
              : type(argument);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      typed.add(next.get());
    }
    return Optional.of(typed);
  }

  private Optional<Lambda> lambda(Syntax.Lambda lambda, List<DataType> types) {
    return variables
        .open(lambda.parameters(), types, names, errors)
        .flatMap(
            parameters -> {
              Optional<Expression> body = type(lambda.body());
              variables.close(parameters.size());
              return body.map(b -> new Lambda(parameters, b));
            });
  }

  private Optional<Expression> choice(Syntax.Choice choice) {
    List<Optional<Expression>> whens = new ArrayList<>();
    List<Optional<Expression>> thens = new ArrayList<>();
    int before = guards;
    for (Syntax.Branch branch : choice.branches()) {
      whens.add(type(branch.when()).flatMap(w -> condition(w, branch.when().place())));
      guards = before + 1;
      thens.add(type(branch.then()));
    }
    Optional<Expression> otherwise =
        choice.otherwise().map(this::type).orElse(Optional.of(Literal.NULL));
    guards = before;
    if (otherwise.isEmpty()
        || whens.stream().anyMatch(Optional::isEmpty)
        || thens.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    List<Expression> results = new ArrayList<>(thens.stream().map(Optional::get).toList());
    results.add(otherwise.get());
    Optional<DataType> type = Coercion.common(results.stream().map(Expression::type).toList());
    if (type.isEmpty()) {
      errors.error(
          Code.TM305,
          choice.place(),
          "the branches of CASE have no common type: "
              + results.stream()
                  .map(r -> r.type().ddl())
                  .distinct()
                  .collect(Collectors.joining(", ")),
          Optional.of("cast them to one type"));
      return Optional.empty();
    }
    List<Case.Branch> branches = new ArrayList<>();
    for (int i = 0; i < whens.size(); i++) {
      branches.add(new Case.Branch(whens.get(i).get(), Coercion.to(results.get(i), type.get())));
    }
    boolean nullable = results.stream().anyMatch(Expression::nullable);
    return Optional.of(
        new Case(
            branches,
            Coercion.to(results.get(results.size() - 1), type.get()),
            type.get(),
            nullable));
  }

  private Optional<Expression> condition(Expression when, Place place) {
    if (when.type() != SimpleType.BOOLEAN) {
      errors.error(
          Code.TM310,
          place,
          "a condition must be boolean, this is " + when.type().ddl(),
          Optional.empty());
      return Optional.empty();
    }
    return Optional.of(when);
  }

  private Optional<Expression> cast(Syntax.CastTo cast) {
    Optional<Expression> operand = type(cast.operand());
    return operand.flatMap(
        e -> {
          if (!CastRules.allowed(e.type(), cast.type())) {
            errors.error(
                Code.TM305,
                cast.place(),
                "a value of type %s cannot be cast to %s"
                    .formatted(e.type().ddl(), cast.type().ddl()),
                CastRules.wayOut(e.type(), cast.type()));
            return Optional.empty();
          }
          Cast.Mode mode = cast.trying() ? Cast.Mode.TRYING : Cast.Mode.EXPLICIT;
          return Optional.of(
              new Cast(
                  e,
                  cast.type(),
                  mode,
                  e.nullable() || cast.trying() || CastRules.mayGiveNull(e.type(), cast.type())));
        });
  }

  /** The whole as a condition. */
  Optional<Expression> conditionOf(Syntax syntax) {
    return type(syntax).flatMap(e -> condition(e, syntax.place()));
  }
}
