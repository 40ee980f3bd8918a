package tidemark.runner.compile;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;

/**
 * A plan and what its nodes do not say themselves.
 *
 * @param lostEventTimes unions (by node id) that drop the event time of their inputs, and why
 * @param broken nodes over which a watermark was written that is an error
 */
record PlanFacts(LogicalPlan plan, Map<String, LostEventTime> lostEventTimes, Set<String> broken) {
  PlanFacts {
    broken = Set.copyOf(broken);
    lostEventTimes = Map.copyOf(lostEventTimes);
  }

  /** Why the rows of a union have no event time although an input's rows have one. */
  enum LostEventTime {
    /** Only a part of the inputs has a watermark. */
    PARTIAL,
    /** The inputs' event times stand in different columns. */
    DIFFERENT
  }

  /** The nearest union above the node whose rows lost their event time, below any aggregation. */
  Optional<PlanNode> lossAbove(PlanNode node) {
    return PlanPaths.above(node, n -> n.op() instanceof LogicalOp.Aggregate).stream()
        .filter(n -> lostEventTimes.containsKey(n.id()))
        .findFirst();
  }

  /** True if it is not known whether the rows of the node have an event time. */
  boolean isUnknown(PlanNode node) {
    return isAny(broken, node);
  }

  /** True if the node, or one above it, is among these. */
  static boolean isAny(Set<String> ids, PlanNode node) {
    return ids.contains(node.id())
        || PlanPaths.above(node).stream().anyMatch(n -> ids.contains(n.id()));
  }
}
