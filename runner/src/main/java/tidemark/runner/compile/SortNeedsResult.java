package tidemark.runner.compile;

import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Sort;
import tidemark.operators.plan.PlanNode;

/** Only a complete result has an order (TM408). */
final class SortNeedsResult implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    for (PlanNode node : facts.plan().nodes()) {
      if (!(node.op() instanceof Sort)) {
        continue;
      }
      String step = PlanPaths.shortId(node);
      if (facts.plan().mode() != OutputMode.COMPLETE) {
        found.error(
            Code.TM408,
            node.span(),
            "`"
                + step
                + "` sorts in "
                + facts.plan().mode().word()
                + " mode, in which no micro-batch holds the whole result",
            "set `output_mode: complete` and sort an aggregation, or leave the sort out");
      } else if (!PlanPaths.followsAggregation(node)) {
        found.error(
            Code.TM408,
            node.span(),
            "`" + step + "` sorts rows that are not the result of an aggregation",
            "move the sort behind the aggregation");
      }
    }
  }
}
