package tidemark.runner.lint;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.Compilation;
import tidemark.runner.spec.ExpressionText;
import tidemark.runner.spec.KeyText;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.StepSpec;

/**
 * A secret in a key or an aggregate, or in a column that a step further on has as a key: a
 * checkpoint knows no secrets, so another one goes on with the state of the last (TM904).
 */
final class SecretDecidesState implements Rule {
  @Override
  public Code code() {
    return Code.TM904;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    for (StepSpec step : compilation.spec().steps()) {
      if (step instanceof StepSpec.Aggregate aggregate) {
        aggregate.by().stream().flatMap(k -> k.expression().stream()).forEach(e -> warn(e, found));
        aggregate.compute().forEach(c -> warn(c.expression(), found));
      } else if (step instanceof StepSpec.Stateful stateful) {
        stateful.by().stream()
            .map(KeyText::expression)
            .forEach(e -> e.ifPresent(k -> warn(k, found)));
      } else if (step instanceof StepSpec.With with) {
        columns(step, with.columns(), plan, found);
      } else if (step instanceof StepSpec.Select select) {
        columns(step, select.columns(), plan, found);
      }
    }
  }

  private void columns(
      StepSpec step, List<NamedText> columns, LogicalPlan plan, Diagnostics found) {
    Set<String> keys = keysBehind("steps." + step.id().value(), plan);
    columns.stream()
        .filter(c -> keys.contains(c.name().value()))
        .forEach(c -> warn(c.expression(), found));
  }

  /** Columns that are keys, or parts of keys, of what reads a node. */
  private static Set<String> keysBehind(String id, LogicalPlan plan) {
    Set<String> behind = new HashSet<>(Set.of(id));
    Set<String> keys = new HashSet<>();
    for (PlanNode node : plan.nodes()) {
      if (node.inputs().stream().map(PlanNode::id).anyMatch(behind::contains)) {
        behind.add(node.id());
        keys(node).forEach(key -> keys.addAll(Expressions.columns(key)));
        if (node.op() instanceof Deduplicate deduplicate) {
          deduplicate.keys().forEach(k -> keys.add(node.input().schema().field(k).name()));
        }
      }
    }
    return keys;
  }

  private static Stream<Expression> keys(PlanNode node) {
    if (node.op() instanceof Aggregate aggregate) {
      return aggregate.keys().stream().map(NamedExpression::expression);
    }
    if (node.op() instanceof Keyed keyed) {
      return keyed.keys().stream().map(NamedExpression::expression);
    }
    return node.op() instanceof Join join
        ? join.keys().stream().flatMap(k -> Stream.of(k.left(), k.right()))
        : Stream.empty();
  }

  private void warn(ExpressionText expression, Diagnostics found) {
    String written = expression.map().written(0, expression.text().length());
    if (written.contains("${secret:")) {
      found.warning(
          code(),
          expression.span(),
          "when this secret changes, state goes on that was made with the old one",
          "change the step's id with it, or use it behind the state");
    }
  }
}
