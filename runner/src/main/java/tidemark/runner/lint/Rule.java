package tidemark.runner.lint;

import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;

/** One thing that compiles and is probably, or certainly, not meant: a warning, or an error. */
interface Rule {
  /** The code of all its findings. */
  Code code();

  void check(Compilation compilation, LogicalPlan plan, Diagnostics found);
}
