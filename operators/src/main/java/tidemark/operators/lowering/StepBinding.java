package tidemark.operators.lowering;

import java.util.List;
import java.util.function.Supplier;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Filter;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.failing.FailedRows;
import tidemark.operators.failing.RowChecks;
import tidemark.operators.failing.RowGuard;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.stateless.ProjectOperator;
import tidemark.operators.types.Schema;

/**
 * Binds what one step computes, so that a row on which it fails is found and told, or left out.
 *
 * @param failed takes the step's failed rows
 */
record StepBinding(EvaluationContext evaluation, FailedRows failed) {
  /** The same where no row can be left out. */
  StepBinding stopping() {
    return new StepBinding(evaluation, failed.stopping());
  }

  /** A condition; rows on which it fails do not pass, or stop the run. */
  Filter filter(Expression condition, Schema input) {
    return guard(() -> conditions(new RowChecks(), List.of(condition), input))
        .filter(Evaluators.bindFilter(condition, input, evaluation));
  }

  /** A value that every row must have: the first on which it fails stops the run. */
  Evaluator value(Expression expression, Schema input) {
    Evaluator value = Evaluators.bind(expression, input, evaluation);
    boolean neverFails = expression instanceof ColumnReference || expression instanceof Literal;
    return neverFails
        ? value
        : new RowGuard(() -> values(new RowChecks(), List.of(expression), input), failed.stopping())
            .evaluator(value);
  }

  /** Values that every row must have. */
  List<Evaluator> valuesOf(List<NamedExpression> columns, Schema input) {
    return columns.stream().map(c -> value(c.expression(), input)).toList();
  }

  /** The output's columns; rows on which one fails are left out, or stop the run. */
  ProjectOperator projection(List<Expression> columns, Schema input, Schema output) {
    return new ProjectOperator(
        output,
        columns.stream().map(e -> Evaluators.bind(e, input, evaluation)).toList(),
        guard(() -> values(new RowChecks(), columns, input)));
  }

  RowGuard guard(Supplier<RowChecks> checks) {
    return new RowGuard(checks, failed);
  }

  /** Adds conditions, to be tried one by one. */
  RowChecks conditions(RowChecks checks, List<Expression> conditions, Schema input) {
    for (Expression condition : conditions) {
      Filter filter = Evaluators.bindLocatingFilter(condition, input, evaluation);
      checks.add(Expressions.columns(condition), filter::keep);
    }
    return checks;
  }

  /** Adds values, to be tried one by one. */
  RowChecks values(RowChecks checks, List<Expression> values, Schema input) {
    for (Expression expression : values) {
      Evaluator value = Evaluators.bindLocating(expression, input, evaluation);
      checks.add(Expressions.columns(expression), value::evaluate);
    }
    return checks;
  }
}
