package tidemark.runner.compile;

import java.util.stream.Stream;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.plan.PlanNode;

/**
 * What an aggregation may add to update mode means nothing in another mode (TM413); a closing row
 * comes only from groups that the watermark closes (TM412).
 */
final class UpdatesNeedUpdateMode implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    for (PlanNode node : facts.plan().nodes()) {
      if (node.op() instanceof Aggregate aggregate) {
        if (facts.plan().mode() != OutputMode.UPDATE) {
          words(aggregate.updates()).forEach(word -> refuse(facts, node, word, found));
        } else if (aggregate.updates().closingRow()
            && aggregate.expiry() instanceof Expiry.Never
            && !facts.isUnknown(node)) {
          found.error(
              Code.TM412,
              node.span(),
              "`%s` says `final: true`, but no watermark closes its groups"
                  .formatted(PlanPaths.shortId(node)),
              "window over the column of a watermark, or leave `final` out");
        }
      }
    }
  }

  private static Stream<String> words(Updates updates) {
    return Stream.of(
            updates.changesOnly() ? "changes_only" : "",
            updates.closingRow() ? "final" : "",
            updates.marksChanges() ? "op" : "")
        .filter(word -> !word.isEmpty());
  }

  private static void refuse(PlanFacts facts, PlanNode node, String word, Diagnostics found) {
    found.error(
        Code.TM413,
        node.span(),
        "`%s` says `%s: true`, which has no meaning in %s mode"
            .formatted(PlanPaths.shortId(node), word, facts.plan().mode().word()),
        "leave it out, or set `output_mode: update`");
  }
}
