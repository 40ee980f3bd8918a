package tidemark.runner.compile;

import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.Write;
import tidemark.operators.plan.PlanNode;

/** Complete mode replaces the whole result, which only an aggregation keeps (TM402). */
final class CompleteNeedsAggregation implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    if (facts.plan().mode() != OutputMode.COMPLETE) {
      return;
    }
    for (PlanNode node : facts.plan().nodes()) {
      if (node.op() instanceof Write && reachesScan(node)) {
        found.error(
            Code.TM402,
            node.span(),
            "`"
                + PlanPaths.shortId(node)
                + "` receives rows that pass no aggregation, so there is no complete result to hand out",
            "set `output_mode: append`, or aggregate before the sink");
      }
    }
  }

  private static boolean reachesScan(PlanNode sink) {
    return PlanPaths.above(sink, n -> n.op() instanceof Aggregate).stream()
        .anyMatch(n -> n.op() instanceof Scan);
  }
}
