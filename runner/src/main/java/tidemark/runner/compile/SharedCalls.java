package tidemark.runner.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;

/** Lets the results of one aggregation share equal calls. */
final class SharedCalls {
  private SharedCalls() {}

  /** The expression's result over the shared calls, to which its own are added where they lack. */
  static Expression merge(AggregateExpression expression, List<AggregateCall> calls) {
    Map<String, Expression> columns = new HashMap<>();
    for (int i = 0; i < expression.calls().size(); i++) {
      AggregateCall call = expression.calls().get(i);
      String column = AggregateExpression.column(call.addTo(calls));
      columns.put(
          AggregateExpression.column(i), new ColumnReference(column, call.type(), call.nullable()));
    }
    return Expressions.substitute(expression.result(), columns);
  }
}
