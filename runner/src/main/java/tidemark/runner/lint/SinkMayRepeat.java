package tidemark.runner.lint;

import java.util.Map;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SinkDefinition;

/** A sink that is not idempotent: a repeated batch shows twice (TM632). */
final class SinkMayRepeat implements Rule {
  @Override
  public Code code() {
    return Code.TM632;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    for (SinkDefinition sink : compilation.sinks().values()) {
      if (sink.delivery() == Delivery.NONE) {
        Options none = new Options(Map.of(), Map.of(), sink.span());
        found.warning(
            code(),
            sink.options().span("delivery"),
            "`%s` may get the rows of a batch twice if the run dies in it".formatted(sink.id()),
            sink.connector().delivery(none) == Delivery.NONE
                ? "use it for trying out; write files, tables or topics where rows count"
                : "leave `delivery` out, unless its readers can tell repeated rows");
      }
    }
  }
}
