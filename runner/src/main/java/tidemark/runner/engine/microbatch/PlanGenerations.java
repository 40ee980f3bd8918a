package tidemark.runner.engine.microbatch;

import java.util.Optional;
import tidemark.runner.baseline.ScannedRows;
import tidemark.runner.baseline.StoredBaseline;
import tidemark.runner.compat.Baseline;
import tidemark.runner.compat.StoreOwners;
import tidemark.runner.compat.StoredFacts;
import tidemark.runner.compat.Upgrade;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PlanRefused;
import tidemark.runner.engine.StateScan;
import tidemark.runner.layout.Layout;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.PlanLog;
import tidemark.statestore.checkpoint.Recovery;

/**
 * Holds a pipeline's plan against the one that the last commit was made with. A plan that differs
 * becomes a new generation, whose document is written just before its first batch is planned: until
 * that batch is committed, nothing has changed.
 */
final class PlanGenerations {
  private final Checkpoint checkpoint;
  private final StateScan scan;
  private final PlanLog plans;
  private final Recovery recovery;
  private int recorded = Integer.MIN_VALUE;

  PlanGenerations(Checkpoint checkpoint, StateScan scan) {
    this.checkpoint = checkpoint;
    this.scan = scan;
    this.plans = checkpoint.plans();
    this.recovery = checkpoint.recovery();
  }

  /**
   * The generation that the plan's batches carry.
   *
   * @throws PlanRefused if the state cannot go on under the plan; nothing is written then
   */
  Generation of(PipelineDefinition definition) {
    Optional<CommitEntry> committed = committed();
    if (committed.isEmpty()) {
      return first(definition.layout());
    }
    int last = committed.get().planGeneration();
    Layout before = read(last);
    Baseline.Stored stored = new Baseline.Stored(last, committed.get().batch());
    Upgrade upgrade = PlanCheck.check(before, stored, definition, facts(before));
    if (StoreOwners.assign(upgrade, last).json().equals(before.json())) {
      return new Generation(last, before, Optional.empty());
    }
    Optional<Generation> begun =
        planned().map(entry -> next(upgrade, entry.planGeneration())).filter(this::isRecorded);
    return begun.orElseGet(() -> next(upgrade, plans.latestGeneration() + 1));
  }

  private StoredFacts facts(Layout before) {
    return switch (scan) {
      case NEVER -> StoredFacts.NONE;
      case WHERE_NEEDED ->
          new ScannedRows(before, (store, range) -> checkpoint.state().store(store).scan(range));
    };
  }

  /** Makes the generation's document durable, if it is not; asked before every batch. */
  void record(Generation generation) {
    if (recorded == generation.number()) {
      return;
    }
    if (!isRecorded(generation)) {
      int written = plans.append(generation.layout().json());
      if (written != generation.number()) {
        throw new IllegalStateException(
            "plan " + written + " was written in place of " + generation.number());
      }
    }
    recorded = generation.number();
  }

  private Generation first(Layout layout) {
    Generation latest = new Generation(plans.latestGeneration(), layout, Optional.empty());
    return isRecorded(latest)
        ? latest
        : new Generation(plans.latestGeneration() + 1, layout, Optional.empty());
  }

  private static Generation next(Upgrade upgrade, int number) {
    return new Generation(number, StoreOwners.assign(upgrade, number), Optional.of(upgrade));
  }

  private boolean isRecorded(Generation generation) {
    return plans
        .read(generation.number())
        .filter(text -> text.strip().equals(generation.layout().json().strip()))
        .isPresent();
  }

  private Layout read(int generation) {
    return plans
        .read(generation)
        .map(json -> StoredBaseline.layout(json, generation))
        .orElseThrow(() -> StoredBaseline.missing(generation));
  }

  private Optional<CommitEntry> committed() {
    if (recovery instanceof Recovery.Next next) {
      return Optional.of(next.lastCommit());
    }
    return recovery instanceof Recovery.Rerun rerun ? rerun.previousCommit() : Optional.empty();
  }

  private Optional<OffsetEntry> planned() {
    return recovery instanceof Recovery.Rerun rerun
        ? Optional.of(rerun.planned())
        : Optional.empty();
  }
}
