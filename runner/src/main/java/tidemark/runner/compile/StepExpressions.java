package tidemark.runner.compile;

import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.diagnostics.Written;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.expr.compile.Grouping;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.ExpressionText;

/** Types the expressions of steps; what is wrong is reported at its place in the pipeline file. */
final class StepExpressions {
  private final ExpressionCompiler compiler;
  private final UnknownColumns unknown;
  private final Diagnostics found;

  StepExpressions(ZoneId zone, UnknownColumns unknown, Diagnostics found) {
    this.unknown = unknown;
    this.compiler = new ExpressionCompiler(zone, new AggregateCatalogue());
    this.found = found;
  }

  /** A value computed from one row of the input. */
  Optional<Expression> value(ExpressionText text, PlanNode input) {
    return checked(compiler.row(text.text(), unknown.scope(input), errors(text)));
  }

  /** A value computed from what the scope shows. */
  Optional<Expression> value(ExpressionText text, Scope scope) {
    return checked(compiler.row(text.text(), scope, errors(text)));
  }

  /** A condition on one row of the input. */
  Optional<Expression> condition(ExpressionText text, PlanNode input) {
    return condition(text, unknown.scope(input));
  }

  /** A condition on what the scope shows. */
  Optional<Expression> condition(ExpressionText text, Scope scope) {
    return checked(compiler.condition(text.text(), scope, errors(text)));
  }

  /**
   * A value computed from the rows of one group.
   *
   * @param keys those that have a type
   * @param windowed whether the window's columns are keys too
   * @param broken the names of the other keys
   */
  Optional<AggregateExpression> aggregate(
      ExpressionText text,
      PlanNode input,
      List<NamedExpression> keys,
      boolean windowed,
      Set<String> broken) {
    Map<String, Expression> grouping = new LinkedHashMap<>();
    if (windowed) {
      for (String name : List.of(AggregateCompiler.WINDOW_START, AggregateCompiler.WINDOW_END)) {
        grouping.put(name, new ColumnReference(name, SimpleType.TIMESTAMP, false));
      }
    }
    keys.forEach(k -> grouping.put(k.name(), k.expression()));
    Set<String> nameless = new HashSet<>(unknown.of(input));
    nameless.addAll(broken);
    Scope scope = Scope.of(input.schema()).withUnknown(nameless);
    Optional<AggregateExpression> typed =
        compiler.aggregate(text.text(), scope, new Grouping(grouping), errors(text));
    typed.ifPresent(
        aggregate -> {
          NullComparisons.check(aggregate.result(), found);
          aggregate.calls().forEach(this::check);
        });
    return typed;
  }

  private void check(AggregateCall call) {
    call.arguments().forEach(argument -> NullComparisons.check(argument, found));
    call.filter().ifPresent(filter -> NullComparisons.check(filter, found));
  }

  private Optional<Expression> checked(Optional<Expression> typed) {
    typed.ifPresent(expression -> NullComparisons.check(expression, found));
    return typed;
  }

  private ExpressionErrors errors(ExpressionText text) {
    return new ExpressionErrors() {
      @Override
      public void error(Code code, Place place, String message, Optional<String> hint) {
        found.add(new Diagnostic(code, Severity.ERROR, span(text, place), message, hint));
      }

      @Override
      public Optional<Written> written(Place place) {
        return Optional.of(new Written(text.path(), span(text, place)));
      }
    };
  }

  /** Places count code points, the text's map counts chars. */
  private static Span span(ExpressionText text, Place place) {
    String written = text.text();
    int points = written.codePointCount(0, written.length());
    int from = Math.min(place.offset(), points);
    int to = Math.min(from + place.length(), points);
    return text.span(written.offsetByCodePoints(0, from), written.offsetByCodePoints(0, to));
  }
}
