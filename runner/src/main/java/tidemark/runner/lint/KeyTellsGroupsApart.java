package tidemark.runner.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SinkDefinition;

/**
 * A sink that replaces rows by key, straight behind an aggregate, keeps one row of several groups
 * if the key leaves out what the rows are grouped by (TM629).
 */
final class KeyTellsGroupsApart implements Rule {
  private static final String KEY = "key";
  private static final List<String> WINDOW = List.of("window_start", "window_end");

  @Override
  public Code code() {
    return Code.TM629;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    if (plan.mode() != OutputMode.UPDATE) {
      return;
    }
    for (SinkDefinition sink : compilation.sinks().values()) {
      Optional<Aggregate> groups =
          sink.node()
              .flatMap(plan::node)
              .map(PlanNode::input)
              .filter(n -> n.op() instanceof Aggregate)
              .map(n -> (Aggregate) n.op());
      if (groups.isPresent() && sink.options().values().get(KEY) instanceof List<?> key) {
        List<String> missing = missing(groups.get(), key);
        if (!missing.isEmpty()) {
          found.warning(
              code(),
              sink.options().span(KEY),
              "groups that differ in `%s` alone replace each other's rows in `%s`"
                  .formatted(String.join("`, `", missing), sink.id()),
              "add it to `key`");
        }
      }
    }
  }

  /** What tells groups apart and is not in the key; either end of a window does. */
  private static List<String> missing(Aggregate groups, List<?> key) {
    List<String> missing =
        new ArrayList<>(
            groups.keys().stream().map(k -> k.name()).filter(k -> !key.contains(k)).toList());
    if (groups.window().isPresent() && WINDOW.stream().noneMatch(key::contains)) {
      missing.add(0, WINDOW.get(0));
    }
    return missing;
  }
}
