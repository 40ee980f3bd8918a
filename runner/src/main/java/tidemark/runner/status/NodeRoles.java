package tidemark.runner.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.runner.compile.StoredPlan;
import tidemark.runner.compile.StoredPlan.WatermarkChoice;
import tidemark.runner.status.CheckpointStatus.NodeWatermark;
import tidemark.runner.status.CheckpointStatus.Role;
import tidemark.statestore.checkpoint.CommitEntry;

/**
 * Which node holds the watermark back. Whether a node was idle is not recorded, but follows: one
 * that lies behind the watermark in force and had no rows in the last batch was.
 */
final class NodeRoles {
  private static final String ACTIVITY = "activity:";

  private final StoredPlan plan;
  private final Map<String, Long> values;
  private final Map<String, String> extra;
  private final long inForce;
  private final long newestActivity;

  private NodeRoles(StoredPlan plan, CommitEntry commit, long inForce) {
    this.plan = plan;
    this.values = commit.next().perNodeMillis();
    this.extra = commit.extra();
    this.inForce = inForce;
    this.newestActivity =
        plan.watermarks().stream().mapToLong(w -> activity(w).orElse(0)).max().orElse(0);
  }

  /** The nodes with their roles, in the order of the plan. */
  static List<NodeWatermark> of(StoredPlan plan, Optional<CommitEntry> commit, long inForce) {
    if (commit.isEmpty()) {
      return plan.watermarks().stream()
          .map(
              node ->
                  new NodeWatermark(
                      node, OptionalLong.empty(), OptionalLong.empty(), Role.HOLDS_BACK))
          .toList();
    }
    return new NodeRoles(plan, commit.get(), inForce).all();
  }

  private List<NodeWatermark> all() {
    long smallest =
        plan.watermarks().stream().filter(w -> !idle(w)).mapToLong(this::value).min().orElse(0);
    long largest = plan.watermarks().stream().mapToLong(this::value).max().orElse(0);
    List<NodeWatermark> nodes = new ArrayList<>();
    for (StoredPlan.Watermark node : plan.watermarks()) {
      Role role =
          plan.choice() == WatermarkChoice.LARGEST
              ? value(node) == largest ? Role.LEADS : Role.BEHIND
              : idle(node) ? Role.IDLE : value(node) == smallest ? Role.HOLDS_BACK : Role.AHEAD;
      Long millis = values.get(node.node());
      nodes.add(
          new NodeWatermark(
              node,
              millis == null ? OptionalLong.empty() : OptionalLong.of(millis),
              millis == null ? OptionalLong.empty() : activity(node),
              role));
    }
    return nodes;
  }

  private boolean idle(StoredPlan.Watermark node) {
    return value(node) < inForce && activity(node).orElse(0) < newestActivity;
  }

  private long value(StoredPlan.Watermark node) {
    return values.getOrDefault(node.node(), 0L);
  }

  private OptionalLong activity(StoredPlan.Watermark node) {
    String millis = extra.get(ACTIVITY + node.node());
    return millis == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(millis));
  }
}
