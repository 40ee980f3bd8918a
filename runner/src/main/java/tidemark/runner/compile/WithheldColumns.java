package tidemark.runner.compile;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.spec.UpgradeSpec;

/**
 * Results that are never null by themselves, such as a count, but are withheld from groups that
 * exist: {@code upgrade.added} with {@code null_until_closed}. Their columns may be null.
 */
final class WithheldColumns {
  private static final String WITHHELD = "null_until_closed";

  private WithheldColumns() {}

  /** The node with those of its columns nullable that are withheld. */
  static PlanNode in(PlanNode node, UpgradeSpec upgrade) {
    Set<String> withheld =
        upgrade.added().entrySet().stream()
            .filter(e -> e.getValue().value().equals(WITHHELD))
            .map(e -> e.getKey().value())
            .collect(Collectors.toSet());
    if (withheld.isEmpty() || !(node.op() instanceof Aggregate)) {
      return node;
    }
    List<Field> fields =
        node.schema().fields().stream()
            .map(
                f ->
                    withheld.contains(node.id() + "." + f.name())
                        ? Field.of(f.name(), f.type())
                        : f)
            .toList();
    return new PlanNode(
        node.id(), node.op(), node.inputs(), new Schema(fields), node.eventTimes(), node.span());
  }
}
