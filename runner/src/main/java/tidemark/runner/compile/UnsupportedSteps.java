package tidemark.runner.compile;

import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.spec.StepSpec;

/**
 * Steps of the language that this version cannot run. Each is refused as such (TM312), and for what
 * would be wrong with it in any version.
 */
final class UnsupportedSteps {
  private final Columns columns;
  private final Diagnostics found;

  UnsupportedSteps(Columns columns, Diagnostics found) {
    this.columns = columns;
    this.found = found;
  }

  /** A deduplication; its rows are the input's, so that what follows is still checked. */
  Optional<PlanNode> deduplicate(StepSpec.Deduplicate step, PlanNode input) {
    step.by().forEach(name -> columns.find(input, name));
    if (!(step.within() instanceof StepSpec.Within.Unbounded) && input.eventTime().isEmpty()) {
      found.error(
          Code.TM412,
          step.operator(),
          "`"
              + step.id().value()
              + "` forgets its keys by the watermark, but `"
              + step.from().value()
              + "` has none",
          "add `watermark: {column: …, delay: …}` to the source");
    }
    refuse(step, "deduplicate");
    return Optional.of(input);
  }

  /** Any other step that this version lacks. */
  void refuse(StepSpec step, String what) {
    found.error(
        Code.TM312,
        step.operator(),
        "`" + step.id().value() + "`: " + what + " is not in this version of Tidemark",
        "there are: filter, select, with, drop, rename, explode, union, watermark, aggregate, join,"
            + " lookup, stateful, limit, sort");
  }
}
