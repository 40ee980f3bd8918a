package tidemark.runner.meaning;

import java.util.List;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.Side;

/**
 * What the columns are that a join hands on: written out on the side that is looked at and, where
 * the other side's rows come from one place, on the other, too.
 */
final class JoinedColumns {
  private final List<StepInput> inputs;

  private JoinedColumns(List<StepInput> inputs) {
    this.inputs = inputs;
  }

  static void note(Join join, List<StepInput> inputs) {
    JoinedColumns columns = new JoinedColumns(inputs);
    for (Side side : Side.values()) {
      for (NamedExpression column : join.columns()) {
        inputs
            .get(side.ordinal())
            .pass(column.name(), origin -> columns.written(column.expression(), side, origin));
      }
    }
  }

  private Expression written(Expression expression, Side side, Origin origin) {
    return Expressions.rewrite(
        expression,
        e -> {
          if (!(e instanceof ColumnReference column)) {
            return e;
          }
          Side owner = column.name().startsWith(Side.LEFT.qualified("")) ? Side.LEFT : Side.RIGHT;
          return owner == side
              ? resolved(column, owner, origin)
              : inputs
                  .get(owner.ordinal())
                  .onlyOrigin()
                  .map(other -> resolved(column, owner, other))
                  .orElse(column);
        });
  }

  private static Expression resolved(ColumnReference column, Side side, Origin origin) {
    return side.qualified(origin.resolve(side.local(column)));
  }
}
