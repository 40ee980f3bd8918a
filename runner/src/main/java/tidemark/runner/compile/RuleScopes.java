package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Scope;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.StateVariable;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.Placed;

/**
 * What the expressions of rules can see: bare names are columns, {@code state.x} is a variable. A
 * rule for rows sees the row's columns and the keys that are computed under a name of their own;
 * the time-out's rule, for which there is no row, sees the keys and when it was due.
 */
final class RuleScopes {
  private final Schema row;
  private final Map<String, Expression> computedKeys = new HashMap<>();
  private final Schema timeout;
  private final List<StateVariable> state;

  RuleScopes(PlanNode input, List<NamedExpression> keys, List<StateVariable> state) {
    List<Field> seen = new ArrayList<>(input.schema().fields());
    List<Field> left = new ArrayList<>();
    for (NamedExpression key : keys) {
      left.add(key.field());
      if (input.schema().names().stream().noneMatch(key.name()::equalsIgnoreCase)) {
        seen.add(key.field());
        computedKeys.put(key.name(), key.expression());
      }
    }
    if (keys.stream().noneMatch(k -> k.name().equalsIgnoreCase(Keyed.TIMED_OUT_AT))) {
      left.add(Field.notNull(Keyed.TIMED_OUT_AT, SimpleType.TIMESTAMP));
    }
    this.row = new Schema(seen);
    this.timeout = new Schema(left);
    this.state = List.copyOf(state);
  }

  /** What a rule for rows sees. */
  Scope ofRow() {
    return withState(row);
  }

  /** What the time-out's rule sees. */
  Scope ofTimeout() {
    return withState(timeout);
  }

  /** The expression with the computed keys written out, over the row's columns. */
  Expression overRow(Expression expression) {
    return Expressions.substitute(expression, computedKeys);
  }

  /** The variable of this name; reported if there is none (TM304). */
  Optional<StateVariable> variable(Placed<String> name, Diagnostics found) {
    Optional<StateVariable> variable =
        state.stream().filter(v -> v.name().equals(name.value())).findFirst();
    if (variable.isEmpty()) {
      List<String> names = state.stream().map(StateVariable::name).toList();
      String there =
          names.isEmpty()
              ? "declare it: `state: {" + name.value() + ": {type: …}}`"
              : "there are: " + String.join(", ", names);
      found.add(
          new Diagnostic(
              Code.TM304,
              Severity.ERROR,
              name.span(),
              "`" + name.value() + "` is not declared in `state`",
              Optional.of(
                  Nearest.of(name.value(), names)
                      .map(n -> "did you mean `" + n + "`?")
                      .orElse(there))));
    }
    return variable;
  }

  private Scope withState(Schema columns) {
    return Scope.of(columns)
        .withQualified(
            StateVariable.QUALIFIER, new Schema(state.stream().map(StateVariable::field).toList()));
  }
}
