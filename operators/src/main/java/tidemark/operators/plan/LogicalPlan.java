package tidemark.operators.plan;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.OutputMode;

/**
 * A compiled pipeline.
 *
 * @param nodes in topological order, inputs first; shared nodes stand once
 */
public record LogicalPlan(
    String pipeline,
    List<PlanNode> nodes,
    OutputMode mode,
    WatermarkPolicy watermarkPolicy,
    ZoneId zone) {
  public LogicalPlan {
    nodes = List.copyOf(nodes);
  }

  /** The node with this id. */
  public Optional<PlanNode> node(String id) {
    return nodes.stream().filter(n -> n.id().equals(id)).findFirst();
  }

  /** The nodes that read the given one. */
  public List<PlanNode> consumers(PlanNode node) {
    return nodes.stream()
        .filter(n -> n.inputs().stream().anyMatch(i -> i.id().equals(node.id())))
        .toList();
  }
}
