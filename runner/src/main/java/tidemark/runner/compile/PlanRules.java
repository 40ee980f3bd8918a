package tidemark.runner.compile;

import java.util.List;
import tidemark.operators.diagnostics.Diagnostics;

/** All rules that a plan must keep to be run. */
final class PlanRules {
  private static final List<PlanRule> RULES =
      List.of(
          new AppendNeedsExpiry(),
          new CompleteNeedsAggregation(),
          new SessionsNeedFinalRows(),
          new SortNeedsResult(),
          new LimitPlacement(),
          new StateChaining(),
          new KeyedRowsAreFinal(),
          new UpdatesNeedUpdateMode());

  private PlanRules() {}

  /** Reports what the plan breaks. */
  static void check(PlanFacts facts, Diagnostics found) {
    RULES.forEach(rule -> rule.check(facts, found));
  }
}
