package tidemark.runner.lint;

import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;

/** One thing that is allowed and probably not meant; what is found is a warning. */
interface Rule {
  /** The code of all its findings. */
  Code code();

  void check(Compilation compilation, LogicalPlan plan, Diagnostics found);
}
