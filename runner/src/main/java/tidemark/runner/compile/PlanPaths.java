package tidemark.runner.compile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;

/** Walks of a plan against the flow of rows, and the names of its nodes. */
public final class PlanPaths {
  private PlanPaths() {}

  /** All nodes that rows pass before the given one, itself left out, nearest first. */
  public static List<PlanNode> above(PlanNode node) {
    return above(node, n -> false);
  }

  /** As {@link #above(PlanNode)}, going no further than nodes at which {@code stop} holds. */
  static List<PlanNode> above(PlanNode node, Predicate<PlanNode> stop) {
    List<PlanNode> reached = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Deque<PlanNode> open = new ArrayDeque<>(node.inputs());
    while (!open.isEmpty()) {
      PlanNode next = open.removeFirst();
      if (seen.add(next.id())) {
        reached.add(next);
        if (!stop.test(next)) {
          open.addAll(next.inputs());
        }
      }
    }
    return reached;
  }

  /** True if rows pass an aggregation before the node. */
  static boolean followsAggregation(PlanNode node) {
    return above(node).stream().anyMatch(n -> n.op() instanceof LogicalOp.Aggregate);
  }

  /** The id as the pipeline file writes it. */
  public static String shortId(PlanNode node) {
    String id = node.id();
    String rest = id.substring(id.indexOf('.') + 1);
    int end = rest.indexOf('.');
    return end < 0 ? rest : rest.substring(0, end);
  }
}
