package tidemark.runner.lint;

import java.util.Set;
import java.util.stream.Collectors;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.TimeDomain;
import tidemark.operators.plan.LogicalOp.Watermark;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.time.WindowSpec;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PlanPaths;

/** A watermark that closes no group and drops no late row has no effect (TM702). */
final class WatermarkBoundsNothing implements Rule {
  @Override
  public Code code() {
    return Code.TM702;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    Set<String> aboveBounded =
        plan.nodes().stream()
            .filter(n -> isBounded(plan.mode(), n))
            .flatMap(n -> PlanPaths.above(n).stream())
            .map(PlanNode::id)
            .collect(Collectors.toSet());
    for (PlanNode node : plan.nodes()) {
      if (node.op() instanceof Watermark watermark && !aboveBounded.contains(node.id())) {
        found.warning(
            code(),
            node.span(),
            "the watermark on `"
                + watermark.spec().column()
                + "` has no effect: no step below forgets anything by it",
            plan.mode() == OutputMode.COMPLETE
                ? "complete mode keeps all groups: remove the watermark, or change `output_mode`"
                : "window over `"
                    + watermark.spec().column()
                    + "`, bound a join by it, or remove the watermark");
      }
    }
  }

  private static boolean isBounded(OutputMode mode, PlanNode node) {
    if (node.op() instanceof Keyed keyed) {
      return keyed.domain() == TimeDomain.EVENT_TIME;
    }
    if (node.op() instanceof Join join) {
      return join.forgets();
    }
    if (node.op() instanceof Deduplicate) {
      return true;
    }
    if (!(node.op() instanceof Aggregate aggregate) || aggregate.expiry() instanceof Expiry.Never) {
      return false;
    }
    boolean session = aggregate.window().filter(w -> w instanceof WindowSpec.Session).isPresent();
    return mode != OutputMode.COMPLETE || session;
  }
}
