package tidemark.runner.compile;

import java.util.Optional;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.PlanNode;

/**
 * An aggregation may be followed by another stateful step only in append mode: otherwise the second
 * one would count every version of the first one's rows (TM410).
 */
final class StateChaining implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    if (facts.plan().mode() == OutputMode.APPEND) {
      return;
    }
    for (PlanNode node : facts.plan().nodes()) {
      if (!(node.op() instanceof Aggregate || node.op() instanceof Keyed)) {
        continue;
      }
      Optional<PlanNode> first =
          PlanPaths.above(node).stream().filter(n -> n.op() instanceof Aggregate).findFirst();
      if (first.isPresent()) {
        found.error(
            Code.TM410,
            node.span(),
            "`"
                + PlanPaths.shortId(node)
                + (node.op() instanceof Keyed
                    ? "` keeps state over the result of `"
                    : "` aggregates the result of `")
                + PlanPaths.shortId(first.get())
                + "`, whose rows are not final in "
                + facts.plan().mode().word()
                + " mode",
            "set `output_mode: append`, or write the first result to a sink and read it in a"
                + " pipeline of its own");
      }
    }
  }
}
