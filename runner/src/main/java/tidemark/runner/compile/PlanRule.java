package tidemark.runner.compile;

import tidemark.operators.diagnostics.Diagnostics;

/** One rule that a whole plan must keep; what breaks it is an error. */
interface PlanRule {
  void check(PlanFacts facts, Diagnostics found);
}
