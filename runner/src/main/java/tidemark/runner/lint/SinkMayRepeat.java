package tidemark.runner.lint;

import java.util.Map;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SinkDefinition;

/** A sink is told to promise less than its kind can: a repeated batch shows twice (TM632). */
final class SinkMayRepeat implements Rule {
  @Override
  public Code code() {
    return Code.TM632;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    for (SinkDefinition sink : compilation.sinks().values()) {
      Options none = new Options(Map.of(), Map.of(), sink.span());
      if (sink.delivery() == Delivery.NONE && sink.connector().delivery(none) != Delivery.NONE) {
        found.warning(
            code(),
            sink.options().span("delivery"),
            "`%s` may get the rows of a batch twice if the run dies in it".formatted(sink.id()),
            "leave `delivery` out, unless its readers can tell repeated rows");
      }
    }
  }
}
