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
   * @param stored what the last committed batch ran with
   * @param facts what stored rows prove
   * @throws PlanRefused if what is stored cannot go on under the pipeline's plan
   */
  static Upgrade check(
      Layout before, Baseline.Stored stored, PipelineDefinition definition, StoredFacts facts) {
    Comparison comparison =
        CompatibilityCheck.compare(
            new CheckRequest(
                before,
                definition.layout(),
                definition.upgrade(),
                stored,
                definition.subjects(),
                definition.file(),
                facts));
    List<Change> failing = comparison.failing(Policy.STANDARD, definition.upgrade().accepted());
    if (!failing.isEmpty()) {
      throw new PlanRefused(failing);
    }
    return comparison.upgrade().orElseThrow();
  }
}
