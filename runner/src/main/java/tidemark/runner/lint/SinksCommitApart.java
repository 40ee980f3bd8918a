package tidemark.runner.lint;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SinkDefinition;

/**
 * Sinks that are given the same rows take a batch one after the other: for a while, or until the
 * next run, one shows it and another does not (TM647).
 */
final class SinksCommitApart implements Rule {
  @Override
  public Code code() {
    return Code.TM647;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    Map<String, String> first = new TreeMap<>();
    for (SinkDefinition sink : compilation.sinks().values()) {
      Optional<String> from =
          sink.node().flatMap(plan::node).map(PlanNode::input).map(PlanNode::id);
      Optional<String> other = from.map(id -> first.putIfAbsent(id, sink.id()));
      other.ifPresent(
          id ->
              found.warning(
                  code(),
                  sink.span(),
                  "`%s` and `%s` get the same rows, and do not take a batch together: after a crash between their commits one shows it, and the other only after the next run"
                      .formatted(id, sink.id()),
                  "where no reader looks at both at once, silence it with that reason; else write"
                      + " one of them, and derive the other from it"));
    }
  }
}
