package tidemark.runner.lint;

import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PlanPaths;

/**
 * A group that nothing closes is kept for ever (TM701): keyed groups in update mode, and windows,
 * of which time always makes new ones, in update and complete mode. A complete result over plain
 * keys is asked for as a whole, so it is not warned of.
 */
final class StateGrows implements Rule {
  @Override
  public Code code() {
    return Code.TM701;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    for (PlanNode node : plan.nodes()) {
      if (node.op() instanceof Aggregate aggregate) {
        check(plan.mode(), node, aggregate, found);
      }
    }
  }

  private void check(OutputMode mode, PlanNode node, Aggregate aggregate, Diagnostics found) {
    String step = PlanPaths.shortId(node);
    boolean windowed = aggregate.window().isPresent();
    if (mode == OutputMode.COMPLETE && windowed) {
      found.warning(
          code(),
          node.span(),
          "`" + step + "` keeps every window for ever, because complete mode hands out all of them",
          "set `output_mode: append` or `update`, with a watermark, to drop windows that are over");
    } else if (mode == OutputMode.UPDATE && aggregate.expiry() instanceof Expiry.Never) {
      if (windowed) {
        found.warning(
            code(),
            node.span(),
            "`" + step + "` keeps every window for ever, because no watermark closes it",
            "add `watermark: {column: …, delay: …}` on the window's column");
      } else if (!aggregate.keys().isEmpty()) {
        found.warning(
            code(),
            node.span(),
            "`" + step + "` keeps a group for every " + keyNames(aggregate) + " that ever occurs",
            "add a watermarked `window:`; if the keys are few, silence it with a reason");
      }
    }
  }

  private static String keyNames(Aggregate aggregate) {
    return String.join(
        ", ",
        aggregate.keys().stream().map(NamedExpression::name).map(n -> "`" + n + "`").toList());
  }
}
