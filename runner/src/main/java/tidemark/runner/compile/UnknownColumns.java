package tidemark.runner.compile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tidemark.operators.expr.Scope;
import tidemark.operators.plan.PlanNode;

/**
 * Nodes that stand in for steps with errors, so that the steps below are checked as well. Of some
 * of their columns only the names are known; who reads one of these has nothing to report.
 */
final class UnknownColumns {
  private final Map<String, Set<String>> byNode = new HashMap<>();

  /** True if the node, or one above it, has an error. */
  boolean isPartial(PlanNode node) {
    return byNode.containsKey(node.id());
  }

  /** Says that a node, or one above it, has an error. */
  PlanNode partial(PlanNode node, Set<String> unknown) {
    byNode.computeIfAbsent(node.id(), id -> new TreeSet<>()).addAll(unknown);
    return node;
  }

  /** The columns of the node of which only the names are known. */
  Set<String> of(PlanNode node) {
    return byNode.getOrDefault(node.id(), Set.of());
  }

  /** What expressions over the node's rows can see. */
  Scope scope(PlanNode node) {
    return Scope.of(node.schema()).withUnknown(of(node));
  }
}
