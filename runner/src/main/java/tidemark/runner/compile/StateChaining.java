package tidemark.runner.compile;

import java.util.Optional;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.PlanNode;

/**
 * An aggregation may be followed by another stateful step only in append mode: otherwise the second
 * one would count every version of the first one's rows, or hide all but the first (TM410). Spark
 * accepts a deduplication there, and silently hides changes.
 */
final class StateChaining implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    if (facts.plan().mode() == OutputMode.APPEND) {
      return;
    }
    for (PlanNode node : facts.plan().nodes()) {
      Optional<PlanNode> first =
          PlanPaths.above(node).stream().filter(n -> n.op() instanceof Aggregate).findFirst();
      if (first.isEmpty()) {
        continue;
      }
      if (node.op() instanceof Aggregate) {
        report(facts, node, first.get(), "aggregates", found);
      } else if (node.op() instanceof Deduplicate) {
        report(facts, node, first.get(), "deduplicates", found);
      } else if (node.op() instanceof Keyed) {
        report(facts, node, first.get(), "keeps state over", found);
      } else if (node.op() instanceof Join) {
        report(facts, node, first.get(), "joins", found);
      }
    }
  }

  private static void report(
      PlanFacts facts, PlanNode node, PlanNode first, String does, Diagnostics found) {
    found.error(
        Code.TM410,
        node.span(),
        "`%s` %s the result of `%s`, whose rows are not final in %s mode"
            .formatted(
                PlanPaths.shortId(node),
                does,
                PlanPaths.shortId(first),
                facts.plan().mode().word()),
        "set `output_mode: append`, or write the first result to a sink and read it in a"
            + " pipeline of its own");
  }
}
