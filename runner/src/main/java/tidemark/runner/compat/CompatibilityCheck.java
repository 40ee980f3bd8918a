package tidemark.runner.compat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.compat.Upgrade.SourceUpgrade;

/**
 * Compares what is stored with the pipeline as it is now. The same function serves lint and run, so
 * a run can never be laxer than the lint.
 */
public final class CompatibilityCheck {
  private CompatibilityCheck() {}

  /** All changes with their verdicts and, if none is refused, what a run has to do. */
  public static Comparison compare(CheckRequest request) {
    Plans plans = Plans.of(request);
    PipelineChanges.find(plans);
    ZoneChange.find(plans);
    Map<String, String> watermarks = WatermarkChanges.of(plans);
    StepChanges.Result steps = StepChanges.of(plans);
    List<SourceUpgrade> sources = SourceChanges.of(plans);
    Map<String, String> sinks = SinkChanges.of(plans);
    StatelessChanges.find(plans, steps.explained());
    Optional<Upgrade> upgrade =
        plans.found().refused()
            ? Optional.empty()
            : Optional.of(
                new Upgrade(
                    request.before(), steps.after(), steps.upgrades(), sources, watermarks, sinks));
    return new Comparison(plans.found().changes(), upgrade);
  }
}
