package tidemark.runner.engine.microbatch;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.statestore.StateRef;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.WatermarkState;

/**
 * The first batch of a checkpoint whose targets' batches were adopted: it has the number of the
 * newest of them, reads and writes nothing, and leaves the sources where those batches ended. Its
 * entry in the offset log has everything, so it is finished after a crash.
 */
final class AdoptedBatch {
  /** In {@code extra} of its offset entry: what the batches cover. */
  private static final String NAME = "adopted";

  private final OpenPipeline pipeline;
  private final OffsetEntry entry;

  private AdoptedBatch(OpenPipeline pipeline, OffsetEntry entry) {
    this.pipeline = pipeline;
    this.entry = entry;
  }

  /** The entry that plans it. */
  static OffsetEntry planned(
      EarlierTargets.Adopted adopted, Checkpoint checkpoint, int generation, long nowMillis) {
    return new OffsetEntry(
        adopted.batch(),
        OffsetEntry.NONE,
        checkpoint.epoch(),
        generation,
        nowMillis,
        WatermarkState.initial(),
        Map.of(),
        Map.of(NAME, adopted.input().json()));
  }

  /** The batch that an entry plans, if it is such a one. */
  static Optional<AdoptedBatch> of(OpenPipeline pipeline, OffsetEntry entry) {
    return Optional.of(entry)
        .filter(e -> e.extra().containsKey(NAME))
        .map(e -> new AdoptedBatch(pipeline, e));
  }

  /** Commits it. */
  CommittedBatch run() {
    CoveredInput.parse(entry.extra().get(NAME)).restore(pipeline);
    StateRef state = pipeline.checkpoint().state().seal(entry.batch());
    Map<String, String> outcomes = new TreeMap<>();
    pipeline.sinks().keySet().forEach(id -> outcomes.put(id, "committed"));
    CommitEntry commit =
        new CommitEntry(
            entry.batch(),
            pipeline.checkpoint().epoch(),
            entry.planGeneration(),
            entry.watermark(),
            state,
            outcomes,
            Map.of(),
            Map.of());
    if (!pipeline.checkpoint().commits().append(entry.batch(), commit)) {
      throw PipelineRun.takenOver(entry.batch());
    }
    return CommittedBatch.of(entry, commit);
  }
}
