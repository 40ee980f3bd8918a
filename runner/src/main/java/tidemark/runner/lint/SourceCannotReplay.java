package tidemark.runner.lint;

import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SourceDefinition;

/** What a source cannot give again is lost with a batch that fails (TM609). */
final class SourceCannotReplay implements Rule {
  @Override
  public Code code() {
    return Code.TM609;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    for (SourceDefinition source : compilation.sources().values()) {
      if (!source.description().replayable()) {
        found.warning(
            code(),
            source.span(),
            "`%s` (%s) cannot give its rows again: those of a batch that fails are lost"
                .formatted(source.request().id(), source.connector().name()),
            "use it for trying out; read files or a log where rows must not be lost");
      }
    }
  }
}
