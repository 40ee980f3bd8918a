package tidemark.runner.meaning;

import java.util.List;
import java.util.Optional;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.Limit;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Schema;
import tidemark.runner.layout.StateLayout;

/**
 * What each stateful operator keeps: the one place that knows all of them, one class an operator. A
 * description must be enough to decode every stored row, and give each field its meaning.
 */
public final class StateSchemas {
  private StateSchemas() {}

  /** The state of a node; empty if it keeps none. */
  public static Optional<StateLayout> of(PlanNode node) {
    return of(node, node.inputs().stream().map(StepInput::new).toList());
  }

  /** The same, noting in the inputs which columns the state needs. */
  static Optional<StateLayout> of(PlanNode node, List<StepInput> inputs) {
    if (node.op() instanceof Aggregate aggregate) {
      return Optional.of(AggregateState.of(aggregate, inputs.get(0)));
    }
    if (node.op() instanceof Keyed keyed) {
      return Optional.of(KeyedState.of(keyed, node, inputs.get(0)));
    }
    if (node.op() instanceof Join join) {
      List<Schema> schemas = node.inputs().stream().map(PlanNode::schema).toList();
      return Optional.of(JoinState.of(join, schemas, inputs));
    }
    if (node.op() instanceof Deduplicate deduplicate) {
      return Optional.of(DeduplicateState.of(node, deduplicate, inputs.get(0)));
    }
    if (node.op() instanceof Limit) {
      return Optional.of(LimitState.of(node, inputs.get(0)));
    }
    return Optional.empty();
  }
}
