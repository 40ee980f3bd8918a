package tidemark.runner.lint;

import java.util.List;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PlanPaths;
import tidemark.runner.compile.SinkDefinition;

/** A sink that only adds rows is given a row of the same key again with each update (TM608). */
final class UpdatesNeedLatest implements Rule {
  @Override
  public Code code() {
    return Code.TM608;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    if (plan.mode() != OutputMode.UPDATE) {
      return;
    }
    for (SinkDefinition sink : compilation.sinks().values()) {
      boolean updates =
          sink.node().flatMap(plan::node).map(PlanPaths::above).orElse(List.of()).stream()
              .anyMatch(n -> n.op() instanceof LogicalOp.Aggregate);
      if (updates && sink.delivery() == Delivery.STAGED) {
        found.warning(
            code(),
            sink.span(),
            "`"
                + sink.id()
                + "` adds a row each time a key changes, so a reader must take each"
                + " key's latest",
            "set `output_mode: append` for final rows only, or use a sink that replaces by key");
      }
    }
  }
}
