package tidemark.runner.lint;

import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PlanPaths;

/**
 * A group that nothing closes is kept for ever (TM701): keyed groups in update mode, and windows,
 * of which time always makes new ones, in update and complete mode; keys of a deduplication that
 * nothing forgets. A complete result over plain keys is asked for as a whole, so it is not warned
 * of. The same of a join's rows of which nothing tells that no partner can come.
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
      } else if (node.op() instanceof Join join) {
        check(node, join, found);
      } else if (node.op() instanceof Deduplicate deduplicate
          && deduplicate.memory() instanceof Memory.Forever) {
        check(node, deduplicate, found);
      }
    }
  }

  private void check(PlanNode node, Deduplicate deduplicate, Diagnostics found) {
    boolean timed = node.input().eventTime().isPresent();
    boolean allColumns = deduplicate.keys().size() == node.schema().size();
    found.warning(
        code(),
        node.span(),
        "`%s` remembers %s that ever occurs"
            .formatted(
                PlanPaths.shortId(node),
                allColumns ? "every row" : "every " + columnNames(node, deduplicate)),
        timed
            ? "add `within: watermark` or `within: 24 hours`, or `"
                + node.schema().field(node.input().eventTime().get().column()).name()
                + "` to `by`"
            : "add a watermark above, and `within: watermark` or `within: 24 hours`");
  }

  private static String columnNames(PlanNode node, Deduplicate deduplicate) {
    return String.join(
        ", ",
        deduplicate.keys().stream().map(k -> "`" + node.schema().field(k).name() + "`").toList());
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

  private void check(PlanNode node, Join join, Diagnostics found) {
    for (Side side : Side.values()) {
      if (!(join.input(side).retention() instanceof Retention.Forever)) {
        continue;
      }
      PlanNode input = node.inputs().get(side.ordinal());
      boolean watched = !input.eventTimes().isEmpty();
      found.warning(
          code(),
          node.span(),
          "`%s` keeps every row of `%s` for ever%s, because %s"
              .formatted(
                  PlanPaths.shortId(node),
                  PlanPaths.shortId(input),
                  join.kind().keepsAlone(side) ? ", and never hands out those without partner" : "",
                  watched
                      ? "`match` does not say until when partners can come"
                      : "no watermark follows its time"),
          watched
              ? "bound the time in `match`, against the other side's column that has a watermark:"
                  + " `right.… >= left.… AND right.… <= left.… + INTERVAL …`"
              : "add `watermark: {column: …, delay: …}` to `" + PlanPaths.shortId(input) + "`");
    }
  }

  private static String keyNames(Aggregate aggregate) {
    return String.join(
        ", ",
        aggregate.keys().stream().map(NamedExpression::name).map(n -> "`" + n + "`").toList());
  }
}
