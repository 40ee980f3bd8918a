package tidemark.runner.compile;

import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.PlanNode;

/**
 * A keyed step gives each row out once and keeps no result that could be handed out whole, so it is
 * not for complete mode (TM413).
 */
final class KeyedRowsAreFinal implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    if (facts.plan().mode() != OutputMode.COMPLETE) {
      return;
    }
    for (PlanNode node : facts.plan().nodes()) {
      if (node.op() instanceof Keyed) {
        found.error(
            Code.TM413,
            node.span(),
            "`"
                + PlanPaths.shortId(node)
                + "` gives each row out once, which complete mode has no place for",
            "set `output_mode: append` or `update`");
      }
    }
  }
}
