package tidemark.operators.expr.compile;

import java.time.ZoneId;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.AggregateResolver;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.syntax.SyntaxReader;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/**
 * Compiles Spark SQL expressions (ANSI mode): text to typed tree. Every mistake is reported with
 * its place in the text; a result is given only where there is none.
 */
public final class ExpressionCompiler {
  private final EvaluationContext context;
  private final AggregateResolver aggregates;

  /**
   * @param zone the time zone in which texts without one are read
   * @param aggregates the aggregate functions there are
   */
  public ExpressionCompiler(ZoneId zone, AggregateResolver aggregates) {
    this.context = new EvaluationContext(zone, 0);
    this.aggregates = aggregates;
  }

  /** An expression over one row; aggregates in it are refused. */
  public Optional<Expression> row(String text, Scope scope, ExpressionErrors errors) {
    return SyntaxReader.expression(text, errors)
        .flatMap(s -> new Typer(context, scope, rowsOnly(scope), errors).type(s));
  }

  /** An expression over one row that must be boolean. */
  public Optional<Expression> condition(String text, Scope scope, ExpressionErrors errors) {
    return row(text, scope, errors)
        .flatMap(
            e -> {
              if (e.type() == SimpleType.BOOLEAN) {
                return Optional.of(e);
              }
              errors.error(
                  Code.TM310,
                  new Place(0, text.codePointCount(0, text.length())),
                  "a condition must be boolean, this is " + e.type().ddl(),
                  Optional.empty());
              return Optional.empty();
            });
  }

  /** An expression over aggregates without grouping keys. */
  public Optional<AggregateExpression> aggregate(
      String text, Scope scope, ExpressionErrors errors) {
    return aggregate(text, scope, Grouping.none(), errors);
  }

  /** An expression over aggregates and the keys of the grouping. */
  public Optional<AggregateExpression> aggregate(
      String text, Scope scope, Grouping grouping, ExpressionErrors errors) {
    Aggregation aggregation = Aggregation.over(aggregates, grouping, context, scope);
    return SyntaxReader.expression(text, errors)
        .flatMap(s -> new Typer(context, scope, aggregation, errors).type(s))
        .map(e -> new AggregateExpression(aggregation.calls(), e));
  }

  /** The data type of a DDL text such as {@code array<struct<a: int>>}. */
  public static Optional<DataType> type(String text, ExpressionErrors errors) {
    return SyntaxReader.type(text, errors);
  }

  private Aggregation rowsOnly(Scope scope) {
    return Aggregation.refused(aggregates, context, scope);
  }
}
