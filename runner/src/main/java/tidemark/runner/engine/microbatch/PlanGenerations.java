package tidemark.runner.engine.microbatch;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.layout.PlanDifference;
import tidemark.statestore.checkpoint.Checkpoint;

/** Holds a pipeline's plan against the one that the checkpoint was written with. */
final class PlanGenerations {
  private PlanGenerations() {}

  /**
   * The generation that the plan's batches carry. A plan of the same meaning but other text becomes
   * a new generation.
   *
   * @throws Failure TM503 if the plan means something else; nothing is written then
   */
  static int check(Checkpoint checkpoint, PipelineDefinition definition) {
    String document = definition.layout().json();
    Optional<String> stored = checkpoint.plans().latest();
    if (stored.isPresent()) {
      if (stored.get().strip().equals(document.strip())) {
        return checkpoint.plans().latestGeneration();
      }
      List<String> differences = PlanDifference.between(stored.get(), document);
      if (!differences.isEmpty()) {
        throw new Failure(
            Code.TM503,
            "the checkpoint was written by another plan: " + String.join("; ", differences),
            "run the pipeline as it was, or start it with a new `checkpoint:` folder");
      }
    }
    return checkpoint.plans().append(document);
  }
}
