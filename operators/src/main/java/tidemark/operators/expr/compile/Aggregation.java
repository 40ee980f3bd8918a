package tidemark.operators.expr.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.AggregateResolver;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.syntax.Syntax;
import tidemark.operators.expr.typing.Coercion;

/**
 * What is special where aggregates may stand: calls become columns of their results, and columns
 * must be grouping keys. In row expressions aggregates are refused.
 */
final class Aggregation {
  private final AggregateResolver resolver;
  private final Optional<Grouping> grouping;
  private final EvaluationContext context;
  private final Scope scope;
  private final List<AggregateCall> calls = new ArrayList<>();

  private Aggregation(
      AggregateResolver resolver,
      Optional<Grouping> grouping,
      EvaluationContext context,
      Scope scope) {
    this.resolver = resolver;
    this.grouping = grouping;
    this.context = context;
    this.scope = scope;
  }

  /** Aggregates are refused. */
  static Aggregation refused(AggregateResolver resolver, EvaluationContext context, Scope scope) {
    return new Aggregation(resolver, Optional.empty(), context, scope);
  }

  /** Aggregates over the scope's rows, beside the keys of the grouping. */
  static Aggregation over(
      AggregateResolver resolver, Grouping grouping, EvaluationContext context, Scope scope) {
    return new Aggregation(resolver, Optional.of(grouping), context, scope);
  }

  List<AggregateCall> calls() {
    return calls;
  }

  Set<String> names() {
    return resolver.names();
  }

  boolean isAggregate(String name) {
    return resolver.names().contains(name);
  }

  /** The grouping key that a whole part of the text is. */
  Optional<Expression> groupedBy(Syntax syntax) {
    boolean simple =
        syntax instanceof Syntax.Name
            || syntax instanceof Syntax.Number
            || syntax instanceof Syntax.Text;
    if (grouping.isEmpty() || simple || !grouping.get().hasExpressions()) {
      return Optional.empty();
    }
    return rowTyper((code, place, message, hint) -> {})
        .type(syntax)
        .flatMap(e -> grouping.get().same(e));
  }

  /** Types what stands inside of calls. */
  Typer rowTyper(ExpressionErrors errors) {
    return new Typer(context, scope, refused(resolver, context, scope), errors);
  }

  /** A key that is known by this name only, such as a window's start. */
  Optional<ColumnReference> key(String name) {
    return grouping.flatMap(g -> g.named(name));
  }

  /** A column of the input: fine in a row expression, among aggregates only if it is a key. */
  Optional<Expression> column(Expression column, Place place, ExpressionErrors errors) {
    if (grouping.isEmpty()) {
      return Optional.of(column);
    }
    Optional<Expression> key = grouping.get().same(column).map(k -> k);
    if (key.isEmpty()) {
      String name = column.canonical();
      errors.error(
          Code.TM308,
          place,
          "column `" + name + "` is neither grouped nor inside an aggregate",
          Optional.of("add it to `by`, or take one of its values, for example max(" + name + ")"));
    }
    return key;
  }

  /** A call of an aggregate: the column of its result. */
  Optional<Expression> call(Syntax.Function function, ExpressionErrors errors) {
    if (grouping.isEmpty()) {
      errors.error(
          Code.TM307,
          function.place(),
          "the aggregate `" + function.name() + "` cannot stand here",
          Optional.of(
              "aggregates stand in `compute` of an `aggregate` step, not inside each other"));
      return Optional.empty();
    }
    Typer rows = rowTyper(errors);
    List<Expression> arguments = new ArrayList<>();
    function.arguments().forEach(a -> rows.type(a).ifPresent(arguments::add));
    Optional<Optional<Expression>> filter =
        function.filter().isEmpty()
            ? Optional.of(Optional.empty())
            : rows.conditionOf(function.filter().get()).map(Optional::of);
    if (arguments.size() != function.arguments().size() || filter.isEmpty()) {
      return Optional.empty();
    }
    if (arguments.isEmpty() && !function.star() && function.name().equals("count")) {
      errors.error(
          Code.TM306,
          function.place(),
          "`count` needs an argument",
          Optional.of("count(*) counts rows"));
      return Optional.empty();
    }
    return resolved(function, arguments, filter.get(), errors);
  }

  private Optional<Expression> resolved(
      Syntax.Function function,
      List<Expression> arguments,
      Optional<Expression> filter,
      ExpressionErrors errors) {
    AggregateResolver.Resolution resolution =
        resolver.resolve(function.name(), arguments, function.distinct());
    if (resolution instanceof AggregateResolver.Resolution.Refused refused) {
      String given =
          arguments.stream().map(a -> a.type().ddl()).collect(Collectors.joining(", ", "(", ")"));
      errors.error(
          Code.TM306,
          function.place(),
          "`%s` does not take %s: %s".formatted(function.name(), given, refused.message()),
          Optional.of("the function is " + refused.signature()));
      return Optional.empty();
    }
    AggregateResolver.Resolution.Resolved fine = (AggregateResolver.Resolution.Resolved) resolution;
    List<Expression> cast = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      cast.add(Coercion.to(arguments.get(i), fine.argumentTypes().get(i)));
    }
    AggregateCall call =
        new AggregateCall(
            fine.function(), cast, function.distinct(), filter, fine.type(), fine.nullable());
    String column = AggregateExpression.column(call.addTo(calls));
    return Optional.of(new ColumnReference(column, fine.type(), fine.nullable()));
  }
}
