package tidemark.runner.compile;

import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Limit;
import tidemark.operators.plan.PlanNode;

/**
 * A limit counts over the pipeline's whole life in append mode and over each result in complete
 * mode; update mode has no meaning for it, nor has complete mode before the aggregation (TM409).
 */
final class LimitPlacement implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    for (PlanNode node : facts.plan().nodes()) {
      if (!(node.op() instanceof Limit)) {
        continue;
      }
      String step = PlanPaths.shortId(node);
      if (facts.plan().mode() == OutputMode.UPDATE) {
        found.error(
            Code.TM409,
            node.span(),
            "`" + step + "` limits rows in update mode, in which rows replace each other",
            "set `output_mode: append` or `complete`");
      } else if (facts.plan().mode() == OutputMode.COMPLETE
          && !PlanPaths.followsAggregation(node)) {
        found.error(
            Code.TM409,
            node.span(),
            "`"
                + step
                + "` limits rows before the aggregation, which in complete mode would count"
                + " each micro-batch anew",
            "move the limit behind the aggregation, or set `output_mode: append`");
      }
    }
  }
}
