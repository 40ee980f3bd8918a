package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp.Watermark;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.NodeLayout.EventColumn;
import tidemark.runner.layout.Reading;
import tidemark.runner.layout.StateLayout;

/** Describes the nodes of a plan. */
public final class NodeLayouts {
  private NodeLayouts() {}

  /**
   * All nodes by id, in the order of the plan.
   *
   * @param early which of the plan's filters act elsewhere
   */
  public static Map<String, NodeLayout> of(LogicalPlan plan, EarlyFilters early) {
    Map<String, NodeLayout> nodes = new LinkedHashMap<>();
    plan.nodes().forEach(node -> nodes.put(node.id(), of(node, early)));
    return nodes;
  }

  private static NodeLayout of(PlanNode node, EarlyFilters early) {
    Map<String, String> texts = new LinkedHashMap<>();
    Map<String, List<String>> lists = new LinkedHashMap<>();
    OperatorText.of(node)
        .forEach(
            (name, value) -> {
              if (value instanceof List<?> list) {
                lists.put(name, list.stream().map(Object::toString).toList());
              } else {
                texts.put(name, value.toString());
              }
            });
    String operator = texts.remove("operator");
    List<String> filters = node.op() instanceof Watermark ? early.texts(node) : List.of();
    if (!filters.isEmpty()) {
      lists.put(NodeLayout.FILTERS, filters);
    }
    List<StepInput> inputs = new ArrayList<>();
    for (int i = 0; node.op().isStateful() && i < node.inputs().size(); i++) {
      inputs.add(new StepInput(early.input(node, i)));
    }
    Optional<StateLayout> state = StateSchemas.of(node, inputs);
    List<Reading> reads = inputs.stream().map(StepInput::reading).toList();
    return new NodeLayout(
        node.id(),
        node.inputs().stream().map(PlanNode::id).toList(),
        java.util.Objects.requireNonNull(operator),
        texts,
        lists,
        node.schema().fields(),
        node.eventTime().map(time -> eventColumn(node, time)),
        reads,
        state,
        List.of());
  }

  private static EventColumn eventColumn(PlanNode node, EventTime time) {
    return new EventColumn(
        node.schema().field(time.column()).name(), time.kind().name().toLowerCase(Locale.ROOT));
  }
}
