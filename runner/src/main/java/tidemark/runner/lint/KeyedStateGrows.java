package tidemark.runner.lint;

import java.util.List;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PlanPaths;

/**
 * A key whose time-out can never fire, or does not clear it, stays for ever unless a rule happens
 * to clear it (TM701).
 */
final class KeyedStateGrows implements Rule {
  @Override
  public Code code() {
    return Code.TM701;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    for (PlanNode node : plan.nodes()) {
      if (node.op() instanceof Keyed keyed) {
        check(node, keyed, found);
      }
    }
  }

  private void check(PlanNode node, Keyed keyed, Diagnostics found) {
    boolean keeps = keyed.rules().stream().anyMatch(r -> !r.sets().isEmpty());
    String keys = names(keyed.keys());
    if (keeps && !keyed.armsTimeouts()) {
      found.warning(
          code(),
          node.span(),
          "`"
              + PlanPaths.shortId(node)
              + "` keeps state for every "
              + keys
              + " that ever occurs, because no rule arms a time-out",
          "add `timeout: …` to the rules that set state; if the keys are few, silence it with a"
              + " reason");
    } else if (keeps && keyed.onTimeout().filter(KeyedStateGrows::leavesState).isPresent()) {
      found.warning(
          code(),
          node.span(),
          "`"
              + PlanPaths.shortId(node)
              + "` keeps state for every "
              + keys
              + " after its time-out, because `on_timeout` neither clears it nor arms another",
          "add `clear: true` to `on_timeout`");
    }
  }

  private static boolean leavesState(KeyedRule onTimeout) {
    return !onTimeout.clears() && onTimeout.timeoutMicros().isEmpty();
  }

  private static String names(List<NamedExpression> keys) {
    return String.join(", ", keys.stream().map(k -> "`" + k.name() + "`").toList());
  }
}
