package tidemark.runner.engine.microbatch;

import java.util.List;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.compat.Upgrade;
import tidemark.runner.compat.Upgrade.StepUpgrade;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/**
 * Refuses what the operators of this release cannot do with stored rows, although it would lose
 * nothing: rows are never written in a form that their plan does not describe.
 */
final class CarriedForms {
  /** Operators that write rows in the newest layout, whatever its number. */
  private static final Set<String> BRING_ROWS_OVER = Set.of("aggregate", "stateful");

  /** Operators that store keys in the order in which they are stored already. */
  private static final Set<String> KEEP_KEY_ORDER = Set.of("aggregate");

  private CarriedForms() {}

  /**
   * @param now the pipeline's layout, fresh from its file
   * @throws Failure TM503 if a step cannot go on
   */
  static void require(Upgrade upgrade, Layout now) {
    for (StepUpgrade step : upgrade.steps()) {
      if (step instanceof StepUpgrade.Relaid relaid) {
        NodeLayout node = upgrade.after().node(relaid.step()).orElseThrow();
        requireOneOf(BRING_ROWS_OVER, node, "its rows cannot be brought to another layout");
        requireKeyOrder(node, now);
      } else if (step instanceof StepUpgrade.Kept kept) {
        requireKeyOrder(upgrade.after().node(kept.step()).orElseThrow(), now);
      }
    }
  }

  private static void requireKeyOrder(NodeLayout node, Layout now) {
    if (!keys(node).equals(keys(now.node(node.id()).orElseThrow()))) {
      requireOneOf(KEEP_KEY_ORDER, node, "its keys are stored in another order");
    }
  }

  private static void requireOneOf(Set<String> operators, NodeLayout node, String reason) {
    if (!operators.contains(node.operator())) {
      throw new Failure(
          Code.TM503,
          "`" + node.id() + "` cannot go on in this version of Tidemark: " + reason,
          "run the pipeline as it was, or give the step a new id, so that it starts empty");
    }
  }

  private static List<List<String>> keys(NodeLayout node) {
    return node.state().orElseThrow().stores().stream()
        .map(store -> store.key().stream().map(StateField::name).toList())
        .toList();
  }
}
