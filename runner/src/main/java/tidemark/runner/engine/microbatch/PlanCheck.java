package tidemark.runner.engine.microbatch;

import java.util.List;
import tidemark.runner.compat.Baseline;
import tidemark.runner.compat.Change;
import tidemark.runner.compat.CheckRequest;
import tidemark.runner.compat.Comparison;
import tidemark.runner.compat.CompatibilityCheck;
import tidemark.runner.compat.Policy;
import tidemark.runner.compat.StoredFacts;
import tidemark.runner.compat.Upgrade;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PlanRefused;
import tidemark.runner.layout.Layout;

/** The check of {@code lint --checkpoint}, before a run touches anything. */
final class PlanCheck {
  private PlanCheck() {}

  /**
   * What the run has to do to what is stored.
   *
   * @param generation the one that the last committed batch ran with
   * @param batch the last committed batch
   * @throws PlanRefused if what is stored cannot go on under the pipeline's plan
   */
  static Upgrade check(Layout before, int generation, long batch, PipelineDefinition definition) {
    Comparison comparison =
        CompatibilityCheck.compare(
            new CheckRequest(
                before,
                definition.layout(),
                definition.upgrade(),
                new Baseline.Stored(generation, batch),
                definition.subjects(),
                definition.file(),
                StoredFacts.NONE));
    List<Change> failing = comparison.failing(Policy.STANDARD, definition.upgrade().accepted());
    if (!failing.isEmpty()) {
      throw new PlanRefused(failing);
    }
    return comparison.upgrade().orElseThrow();
  }
}
