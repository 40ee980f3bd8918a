package tidemark.runner.compile;

import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.time.WindowSpec;

/**
 * A session that merges takes back rows already handed out, which update mode can say only where
 * the rows are marked by what they do (TM403).
 */
final class SessionsNeedFinalRows implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    if (facts.plan().mode() != OutputMode.UPDATE) {
      return;
    }
    for (PlanNode node : facts.plan().nodes()) {
      if (node.op() instanceof Aggregate aggregate
          && !aggregate.updates().marksChanges()
          && aggregate.window().filter(w -> w instanceof WindowSpec.Session).isPresent()) {
        found.error(
            Code.TM403,
            node.span(),
            "the sessions of `"
                + PlanPaths.shortId(node)
                + "` cannot be kept in update mode: two sessions that merge would have to take"
                + " their rows back",
            "set `op: true`, which marks such rows in the column `_op`, or `output_mode: append`"
                + " (with a watermark) or `complete`");
      }
    }
  }
}
