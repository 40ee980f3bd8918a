package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.LogicalOp.Filter;
import tidemark.operators.plan.PlanNode;

/**
 * Conditions of filters that act before a node they stand behind: rows that fail them never reach
 * it, so a step with state does not keep them, and no watermark moves by them.
 */
public final class EarlyFilters {
  private final Map<Input, List<Expression>> conditions = new HashMap<>();

  private record Input(String node, int number) {}

  /**
   * Notes that a condition acts on rows of an input of a node.
   *
   * @param condition over the input's columns
   */
  public void add(PlanNode node, int input, Expression condition) {
    conditions.computeIfAbsent(new Input(node.id(), input), i -> new ArrayList<>()).add(condition);
  }

  /** What really reaches the node from an input. */
  PlanNode input(PlanNode node, int number) {
    PlanNode rows = node.inputs().get(number);
    for (Expression condition : of(node, number)) {
      rows =
          new PlanNode(
              rows.id(),
              new Filter(condition),
              List.of(rows),
              rows.schema(),
              rows.eventTimes(),
              rows.span());
    }
    return rows;
  }

  /**
   * What rows satisfy that reach a node's first input, as sorted texts over what that is made of.
   */
  List<String> texts(PlanNode node) {
    TreeSet<String> texts = new TreeSet<>();
    Origin.of(input(node, 0)).forEach(origin -> texts.addAll(origin.conditions()));
    return List.copyOf(texts);
  }

  private List<Expression> of(PlanNode node, int input) {
    return conditions.getOrDefault(new Input(node.id(), input), List.of());
  }
}
