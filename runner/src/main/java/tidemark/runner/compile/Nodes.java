package tidemark.runner.compile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;

/** Rebuilds nodes of a plan, which are immutable. */
final class Nodes {
  private Nodes() {}

  /** The node over other inputs of the same schema. */
  static PlanNode withInputs(PlanNode node, List<PlanNode> inputs) {
    return new PlanNode(
        node.id(), node.op(), inputs, node.schema(), node.eventTimes(), node.span());
  }

  /** The node with another operation of the same schema. */
  static PlanNode withOp(PlanNode node, LogicalOp op) {
    return new PlanNode(
        node.id(), op, node.inputs(), node.schema(), node.eventTimes(), node.span());
  }

  /** All nodes that the ends need, each once, inputs first. */
  static List<PlanNode> inOrder(List<PlanNode> ends) {
    Map<String, PlanNode> seen = new LinkedHashMap<>();
    ends.forEach(end -> visit(end, seen));
    return List.copyOf(seen.values());
  }

  private static void visit(PlanNode node, Map<String, PlanNode> seen) {
    if (seen.containsKey(node.id())) {
      return;
    }
    node.inputs().forEach(input -> visit(input, seen));
    seen.put(node.id(), node);
  }
}
