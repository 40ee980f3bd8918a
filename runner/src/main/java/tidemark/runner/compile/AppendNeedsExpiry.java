package tidemark.runner.compile;

import java.util.Optional;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.time.WindowSpec;

/**
 * Append hands out final rows, so each group must be one that the watermark closes (TM401). Where a
 * union lost the event time that would close them, the union is named (TM416, TM415), in update
 * mode too, because the state would silently never shrink.
 */
final class AppendNeedsExpiry implements PlanRule {
  @Override
  public void check(PlanFacts facts, Diagnostics found) {
    for (PlanNode node : facts.plan().nodes()) {
      if (node.op() instanceof Aggregate aggregate
          && aggregate.expiry() instanceof Expiry.Never
          && !facts.isUnknown(node)
          && !reportLoss(facts, node, aggregate, found)
          && facts.plan().mode() == OutputMode.APPEND) {
        reportAppend(node, aggregate, found);
      }
    }
  }

  private static boolean reportLoss(
      PlanFacts facts, PlanNode node, Aggregate aggregate, Diagnostics found) {
    Optional<PlanNode> union = facts.lossAbove(node);
    if (union.isEmpty() || !dependsOnEventTime(facts.plan().mode(), aggregate)) {
      return false;
    }
    String step = PlanPaths.shortId(node);
    String lost = PlanPaths.shortId(union.get());
    switch (facts.lostEventTimes().get(union.get().id())) {
      case PARTIAL ->
          found.error(
              Code.TM416,
              node.span(),
              "only a part of the inputs of `"
                  + lost
                  + "` has a watermark, but `"
                  + step
                  + "` needs one",
              "give every input of `" + lost + "` a watermark on the same column");
      case DIFFERENT ->
          found.error(
              Code.TM415,
              node.span(),
              "the inputs of `"
                  + lost
                  + "` have their watermarks on different columns, but `"
                  + step
                  + "` can follow one event time only",
              "rename the event-time columns of the inputs of `" + lost + "` to one name");
    }
    return true;
  }

  private static boolean dependsOnEventTime(OutputMode mode, Aggregate aggregate) {
    return switch (mode) {
      case APPEND -> true;
      case UPDATE -> aggregate.window().isPresent();
      case COMPLETE -> aggregate.window().filter(w -> w instanceof WindowSpec.Session).isPresent();
    };
  }

  private static void reportAppend(PlanNode node, Aggregate aggregate, Diagnostics found) {
    PlanNode input = node.input();
    String step = PlanPaths.shortId(node);
    if (input.eventTimes().isEmpty()) {
      found.error(
          Code.TM401,
          node.span(),
          "`"
              + step
              + "` has no watermark above it, so in append mode no group would ever be final",
          aggregate.window().isPresent()
              ? "add `watermark: {column: …, delay: …}` to the source, or set `output_mode: update`"
              : "aggregate over a watermarked window, or set `output_mode: update` or `complete`");
      return;
    }
    String column = EventTimes.names(input);
    String message =
        aggregate.window().isPresent()
            ? "the window of `"
                + step
                + "` is not over "
                + column
                + ", the column of the watermark, so in append mode no group would ever be final"
            : "`"
                + step
                + "` does not group by "
                + column
                + ", the column of the watermark, so in append mode no group would ever be final";
    found.error(
        Code.TM401,
        node.span(),
        message,
        aggregate.window().isPresent()
            ? "window over " + column + ", or set `output_mode: update`"
            : "add a `window:`, or " + column + " to `by`, or set `output_mode: update`");
  }
}
