package tidemark.runner.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;
import tidemark.runner.compile.Compilation;
import tidemark.runner.meaning.OperatorText;

/**
 * What is drawn of a pipeline.
 *
 * @param nodes inputs before what reads them
 */
public record PlanGraph(String pipeline, String mode, List<Node> nodes) {
  public PlanGraph {
    nodes = List.copyOf(nodes);
  }

  /** What a node is drawn as. */
  public enum Role {
    SOURCE,
    STEP,
    /** A step that keeps state. */
    STATEFUL,
    SINK
  }

  /**
   * A box.
   *
   * @param id as the plan writes it, such as {@code steps.traffic}
   * @param parts what it does, by name; values are texts or lists of texts
   * @param columns with their types
   * @param layer how many nodes lie above it on the longest way
   */
  public record Node(
      String id,
      Role role,
      Map<String, Object> parts,
      List<String> inputs,
      List<String> columns,
      int layer) {
    public Node {
      inputs = List.copyOf(inputs);
      columns = List.copyOf(columns);
    }

    /** The id without its section. */
    public String name() {
      return id.substring(id.indexOf('.') + 1);
    }

    /** What it does, in a word. */
    public String operator() {
      return parts.get("operator").toString().replace('_', ' ');
    }
  }

  /** The graph of a pipeline that compiled without errors. */
  public static PlanGraph of(Compilation compilation) {
    LogicalPlan plan = compilation.plan().orElseThrow();
    Map<String, Integer> layers = new HashMap<>();
    List<Node> nodes = new ArrayList<>();
    for (PlanNode node : plan.nodes()) {
      List<String> inputs = node.inputs().stream().map(PlanNode::id).toList();
      int layer = inputs.stream().mapToInt(input -> layers.get(input) + 1).max().orElse(0);
      layers.put(node.id(), layer);
      List<String> columns = node.schema().fields().stream().map(Field::ddl).toList();
      nodes.add(new Node(node.id(), role(node), OperatorText.of(node), inputs, columns, layer));
    }
    return new PlanGraph(plan.pipeline(), plan.mode().word(), nodes);
  }

  private static Role role(PlanNode node) {
    if (node.op().isStateful()) {
      return Role.STATEFUL;
    }
    boolean source = node.id().startsWith("sources.") && node.inputs().isEmpty();
    return source ? Role.SOURCE : node.id().startsWith("sinks.") ? Role.SINK : Role.STEP;
  }
}
