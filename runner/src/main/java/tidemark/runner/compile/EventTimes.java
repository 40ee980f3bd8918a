package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Schema;

/** Which column carries the event time behind a step. */
final class EventTimes {
  private EventTimes() {}

  /** Behind a projection: for each event-time column the first column that is that one itself. */
  static List<EventTime> throughProjection(PlanNode input, List<NamedExpression> columns) {
    List<EventTime> kept = new ArrayList<>();
    for (EventTime time : input.eventTimes()) {
      for (int i = 0; i < columns.size(); i++) {
        if (isColumn(input, time, columns.get(i).expression())) {
          kept.add(time.at(i));
          break;
        }
      }
    }
    return kept;
  }

  /** Behind a step that keeps columns under their names: those that it keeps. */
  static List<EventTime> byName(PlanNode input, Schema output) {
    List<EventTime> kept = new ArrayList<>();
    for (EventTime time : input.eventTimes()) {
      output
          .find(input.schema().field(time.column()).name())
          .ifPresent(at -> kept.add(time.at(at)));
    }
    return kept;
  }

  /** The event time that the expression is, if it is such a column and nothing else. */
  static Optional<EventTime> of(PlanNode input, Expression expression) {
    return input.eventTimes().stream().filter(t -> isColumn(input, t, expression)).findFirst();
  }

  /** True if the expression is an event-time column of the input and nothing else. */
  static boolean isEventTime(PlanNode input, Expression expression) {
    return of(input, expression).isPresent();
  }

  private static boolean isColumn(PlanNode input, EventTime time, Expression expression) {
    return expression instanceof ColumnReference column
        && input.schema().field(time.column()).name().equals(column.name());
  }

  /** Says that a step without a window can follow one event time only (TM415). */
  static void reportMany(PlanNode input, String step, Span place, Diagnostics found) {
    reportMany(input, step, place, "leave the other out in a `select` before", found);
  }

  /** Says that a step can follow one event time only (TM415). */
  static void reportMany(
      PlanNode input, String step, Span place, String wayOut, Diagnostics found) {
    found.error(
        Code.TM415,
        place,
        "the rows of `%s` have more than one event time, %s, and `%s` can follow one only"
            .formatted(PlanPaths.shortId(input), names(input), step),
        wayOut);
  }

  /** The names of the node's event-time columns, for a message. */
  static String names(PlanNode node) {
    return String.join(
        " or ",
        node.eventTimes().stream()
            .map(t -> "`" + node.schema().field(t.column()).name() + "`")
            .toList());
  }
}
