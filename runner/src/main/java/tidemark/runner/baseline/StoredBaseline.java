package tidemark.runner.baseline;

import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.layout.Layout;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.Recovery;

/**
 * What the last committed batch of a checkpoint ran with. A plan that was written but never
 * committed a batch counts for nothing.
 *
 * @param generation the plan's number
 * @param batch the last committed batch
 */
public record StoredBaseline(Layout layout, int generation, long batch) {
  /**
   * The baseline of a checkpoint; empty if no batch is committed.
   *
   * @throws Failure TM504 if the checkpoint is damaged, TM505 if a newer release wrote its plan
   */
  public static Optional<StoredBaseline> of(CheckpointView view) {
    Recovery recovery = view.recovery();
    if (recovery instanceof Recovery.Broken broken) {
      throw new Failure(
          Code.TM504,
          "the checkpoint is damaged: " + broken.reason(),
          "see `tidemark status` for the newest batch that is intact");
    }
    Optional<CommitEntry> commit = Optional.empty();
    if (recovery instanceof Recovery.Next next) {
      commit = Optional.of(next.lastCommit());
    } else if (recovery instanceof Recovery.Rerun rerun) {
      commit = rerun.previousCommit();
    }
    return commit.map(c -> read(view, c));
  }

  private static StoredBaseline read(CheckpointView view, CommitEntry commit) {
    int generation = commit.planGeneration();
    String json = view.plans().read(generation).orElseThrow(() -> missing(generation));
    return new StoredBaseline(layout(json, generation), generation, commit.batch());
  }

  /** That the document of a plan is not there. */
  public static Failure missing(int generation) {
    return new Failure(
        Code.TM504,
        "plan " + generation + " of the checkpoint is missing",
        "put the file under plans/ back from a copy");
  }

  /**
   * What a plan's document says.
   *
   * @throws Failure TM505 if a newer release wrote it
   */
  public static Layout layout(String json, int generation) {
    return Layout.find(json)
        .orElseThrow(
            () ->
                new Failure(
                    Code.TM505,
                    "plan "
                        + generation
                        + " of the checkpoint has a form that this release does not know",
                    "use the release that wrote it, or a newer one"));
  }
}
