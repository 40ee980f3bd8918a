package tidemark.runner.compile;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Schema;

/** Which column carries the event time behind a step. */
final class EventTimes {
  private EventTimes() {}

  /** Behind a projection: the first column that is the event-time column itself. */
  static Optional<EventTime> throughProjection(PlanNode input, List<NamedExpression> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (isEventTime(input, columns.get(i).expression())) {
        EventTime time = input.eventTime().orElseThrow();
        return Optional.of(new EventTime(i, time.kind(), time.delayMillis()));
      }
    }
    return Optional.empty();
  }

  /** Behind a step that keeps the column under its name, if it does. */
  static Optional<EventTime> byName(PlanNode input, Schema output) {
    return input
        .eventTime()
        .flatMap(
            time -> {
              var at = output.find(input.schema().field(time.column()).name());
              return at.isPresent()
                  ? Optional.of(new EventTime(at.getAsInt(), time.kind(), time.delayMillis()))
                  : Optional.empty();
            });
  }

  /** True if the expression is the input's event-time column and nothing else. */
  static boolean isEventTime(PlanNode input, Expression expression) {
    return expression instanceof ColumnReference column
        && input
            .eventTime()
            .filter(t -> input.schema().field(t.column()).name().equals(column.name()))
            .isPresent();
  }

  /** The name of the input's event-time column. */
  static Optional<String> name(PlanNode node) {
    return node.eventTime().map(t -> node.schema().field(t.column()).name());
  }
}
