package tidemark.runner.compat;

import java.util.Map;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.layout.Layout;
import tidemark.runner.spec.UpgradeSpec;

/**
 * A comparison to make.
 *
 * @param before what is stored
 * @param after the pipeline as it is now, fresh from its file
 * @param upgrade what the author says about changes
 * @param baseline where {@code before} comes from
 * @param places of subjects in the pipeline file; empty where the file is not at hand
 * @param file the pipeline file, as the user wrote it
 * @param facts what the stored rows prove
 */
public record CheckRequest(
    Layout before,
    Layout after,
    UpgradeSpec upgrade,
    Baseline baseline,
    Map<String, Span> places,
    String file,
    StoredFacts facts) {
  public CheckRequest {
    places = Map.copyOf(places);
  }
}
