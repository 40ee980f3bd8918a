package tidemark.runner.engine.microbatch;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.compat.Upgrade;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.SinkLayout;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.OffsetEntry;

/**
 * A batch that was planned and not committed when the pipeline changed. Nothing of it has happened
 * unless a sink has it; then only the plan that planned it can finish it.
 */
final class PlannedBatch {
  private final OffsetEntry entry;
  private final Generation generation;
  private final OpenPipeline pipeline;
  private final OutcomeLedger ledger;
  private final Checkpoint checkpoint;

  PlannedBatch(
      OffsetEntry entry, Generation generation, OpenPipeline pipeline, OutcomeLedger ledger) {
    this.entry = entry;
    this.generation = generation;
    this.pipeline = pipeline;
    this.ledger = ledger;
    this.checkpoint = pipeline.checkpoint();
  }

  /**
   * Takes the batch back if it was planned by another plan.
   *
   * @return whether it is to be run as it was planned
   * @throws Failure TM514 if a sink has it, or may have it
   */
  boolean keepOrWithdraw() {
    if (entry.planGeneration() == generation.number()) {
      return true;
    }
    Optional<Layout> planned =
        checkpoint.plans().read(entry.planGeneration()).flatMap(Layout::find);
    if (planned.isEmpty()) {
      throw unfinished("its plan cannot be read any more");
    }
    if (onlyRefusingSinksMoved(planned.get())) {
      return true;
    }
    planned.get().sinks().values().forEach(this::requireAbsent);
    checkpoint.offsets().withdraw(entry.batch());
    return false;
  }

  /**
   * Whether the plans differ in nothing but where sinks write to that have certainly not taken the
   * batch, as with an address that was wrong: its rows are the same under both.
   */
  private boolean onlyRefusingSinksMoved(Layout planned) {
    Map<String, SinkLayout> moved = new TreeMap<>(planned.sinks());
    moved.replaceAll(
        (id, before) ->
            ledger.hasRefused(id, entry.batch())
                ? generation.layout().sinks().getOrDefault(id, before)
                : before);
    return planned
        .withPlaces(generation.layout().places())
        .withSinks(moved)
        .equals(generation.layout());
  }

  private void requireAbsent(SinkLayout before) {
    if (ledger.hasRefused(before.id(), entry.batch())) {
      return;
    }
    String now = idNow(before.id());
    SinkLayout after = generation.layout().sinks().get(now);
    Sink sink = pipeline.sinks().get(now);
    boolean sameTarget =
        sink != null
            && after != null
            && after.connector().equals(before.connector())
            && after.target().equals(before.target());
    if (!sameTarget) {
      throw unfinished("sink `" + before.id() + "` may have it, and cannot be asked any more");
    }
    if (ledger.outcome(before.id(), sink, entry.batch()) != Outcome.ABSENT) {
      throw unfinished("sink `" + before.id() + "` has it, or may have it");
    }
  }

  private String idNow(String before) {
    Map<String, String> moved = generation.upgrade().map(Upgrade::sinks).orElse(Map.of());
    return moved.entrySet().stream()
        .filter(e -> e.getValue().equals(before))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(before);
  }

  private Failure unfinished(String why) {
    return new Failure(
        Code.TM514,
        "batch "
            + entry.batch()
            + " was planned by the pipeline as it was then and is not finished: "
            + why,
        "run the pipeline once as it was, which finishes the batch, and then with the change");
  }
}
