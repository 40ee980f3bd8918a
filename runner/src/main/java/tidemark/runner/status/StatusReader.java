package tidemark.runner.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import tidemark.operators.StepMetrics;
import tidemark.runner.compile.StoredPlan;
import tidemark.runner.engine.microbatch.CommittedCounts;
import tidemark.runner.engine.microbatch.CommittedTable;
import tidemark.runner.engine.microbatch.CommittedWatermarks;
import tidemark.runner.layout.Layout;
import tidemark.runner.replay.ReplayRequests;
import tidemark.runner.status.CheckpointStatus.Growth;
import tidemark.runner.status.CheckpointStatus.LastBatch;
import tidemark.runner.status.CheckpointStatus.Retained;
import tidemark.runner.status.CheckpointStatus.StepStatus;
import tidemark.runner.status.CheckpointStatus.WatermarkStatus;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.Recovery;

/** Puts together what the files of a checkpoint say. */
public final class StatusReader {
  private final CheckpointView view;
  private final Recovery recovery;
  private final Optional<StoredPlan> plan;
  private final Map<String, String> owners = new TreeMap<>();

  private StatusReader(CheckpointView view) {
    this.view = view;
    this.recovery = view.recovery();
    int generation =
        lastCommit()
            .map(CommitEntry::planGeneration)
            .orElseGet(() -> view.plans().latestGeneration());
    Optional<String> json = view.plans().read(generation);
    this.plan = json.flatMap(StoredPlan::of);
    json.flatMap(Layout::find)
        .map(Layout::stateful)
        .ifPresent(all -> all.forEach(node -> owners.put(node.id(), node.storeOwner())));
  }

  /**
   * The status at this moment.
   *
   * @param requests those in the same checkpoint
   */
  public static CheckpointStatus read(CheckpointView view, ReplayRequests requests) {
    return new StatusReader(view).status(requests);
  }

  private CheckpointStatus status(ReplayRequests requests) {
    Optional<CommitEntry> commit = lastCommit();
    WatermarkStatus watermark = watermark(commit);
    return new CheckpointStatus(
        view.pipelineName(),
        view.queryId(),
        view.createdMillis(),
        view.lease(),
        view.plans().latestGeneration(),
        recovery,
        commit.map(this::lastBatch),
        commit.map(this::tables).orElseGet(TreeMap::new),
        watermark,
        steps(commit, watermark),
        retained(),
        SinkOutcomes.recorded(view),
        ReplayProgress.of(view).waiting(requests, recovery),
        view.setBack());
  }

  private Optional<CommitEntry> lastCommit() {
    if (recovery instanceof Recovery.Next next) {
      return Optional.of(next.lastCommit());
    }
    if (recovery instanceof Recovery.Rerun rerun) {
      return rerun.previousCommit();
    }
    if (recovery instanceof Recovery.Broken broken && broken.newestIntactBatch().isPresent()) {
      return commit(broken.newestIntactBatch().getAsLong());
    }
    return Optional.empty();
  }

  private LastBatch lastBatch(CommitEntry commit) {
    OptionalLong planned =
        offset(commit.batch()).stream().mapToLong(OffsetEntry::batchTimeMillis).findFirst();
    return new LastBatch(commit.batch(), planned, CommittedCounts.of(commit.counts()));
  }

  private SortedMap<String, CommittedTable> tables(CommitEntry commit) {
    return offset(commit.batch())
        .map(entry -> CommittedTable.of(entry, commit.counts()))
        .orElseGet(TreeMap::new);
  }

  private WatermarkStatus watermark(Optional<CommitEntry> commit) {
    long used = commit.map(c -> c.next().previousGlobalMillis()).orElse(0L);
    long inForce = commit.map(c -> c.next().globalMillis()).orElse(0L);
    if (recovery instanceof Recovery.Rerun rerun) {
      inForce = rerun.planned().watermark().globalMillis();
    }
    boolean pending = recovery instanceof Recovery.Next && actsOnWatermark() && inForce > used;
    return new WatermarkStatus(
        inForce,
        used,
        pending,
        plan.isPresent() ? NodeRoles.of(plan.get(), commit, inForce) : List.of());
  }

  /** The planner's rule: where it holds, a moved watermark alone is a reason for a batch. */
  private boolean actsOnWatermark() {
    return plan.isPresent()
        && plan.get().steps().stream().anyMatch(StoredPlan.Step::actsOnWatermark);
  }

  private List<StepStatus> steps(Optional<CommitEntry> commit, WatermarkStatus watermark) {
    List<StepStatus> steps = new ArrayList<>();
    Map<String, Long> handedOn = commit.map(CommittedWatermarks::of).orElse(Map.of());
    for (StoredPlan.Step step : plan.map(StoredPlan::steps).orElse(List.of())) {
      StateRef state = commit.map(CommitEntry::state).orElse(StateRef.empty());
      List<StateRef.Size> stores = sizes(state, step.node()).toList();
      long stored = stores.stream().mapToLong(StateRef.Size::rows).max().orElse(0);
      StepMetrics counted =
          commit.map(c -> CommittedCounts.of(c.counts()).steps().get(step.node())).orElse(null);
      long used =
          watermark.usedMillis() <= 0
              ? 0
              : handedOn.getOrDefault(step.node(), watermark.usedMillis() - step.lagMillis());
      steps.add(
          new StepStatus(
              step,
              counted == null ? stored : counted.rows(),
              stores.stream().mapToLong(StateRef.Size::bytes).sum(),
              growth(step.node()),
              used,
              OpenWindows.next(step, used, watermark)));
    }
    return steps;
  }

  /** From the first retained commit to the last. */
  private Growth growth(String node) {
    List<CommitEntry> commits =
        view.commits().batches().stream().map(this::commit).flatMap(Optional::stream).toList();
    if (commits.size() < 2) {
      return new Growth(0, 0);
    }
    StateRef first = commits.get(0).state();
    StateRef last = commits.get(commits.size() - 1).state();
    double batches = commits.size() - 1;
    return new Growth(
        (rows(last, node) - rows(first, node)) / batches,
        (bytes(last, node) - bytes(first, node)) / batches);
  }

  private long rows(StateRef state, String node) {
    return sizes(state, node).mapToLong(StateRef.Size::rows).max().orElse(0);
  }

  private long bytes(StateRef state, String node) {
    return sizes(state, node).mapToLong(StateRef.Size::bytes).sum();
  }

  private Stream<StateRef.Size> sizes(StateRef state, String node) {
    String owner = owners.getOrDefault(node, node);
    return state.stores().stream().filter(size -> size.id().owner().equals(owner));
  }

  private Retained retained() {
    List<Long> batches = new ArrayList<>();
    CommittedCounts totals = CommittedCounts.NONE;
    for (long batch : view.commits().batches()) {
      Optional<CommitEntry> entry = commit(batch);
      if (entry.isPresent()) {
        batches.add(batch);
        totals = totals.then(CommittedCounts.of(entry.get().counts()));
      }
    }
    return new Retained(batches, totals);
  }

  private Optional<CommitEntry> commit(long batch) {
    try {
      return view.commits().read(batch);
    } catch (StateFailure e) {
      return gone(e);
    }
  }

  private Optional<OffsetEntry> offset(long batch) {
    try {
      return view.offsets().read(batch);
    } catch (StateFailure e) {
      return gone(e);
    }
  }

  /** A damaged entry is told of by the recovery; one that a live run dropped is not missed. */
  private static <T> Optional<T> gone(StateFailure failure) {
    return switch (failure.kind()) {
      case DAMAGED, GONE, IO -> Optional.empty();
      case IN_USE, FENCED, WORKING_COPY, FORMAT_TOO_NEW, NOT_OURS, NO_FOLDER, NOT_OPEN, NATIVE ->
          throw failure;
    };
  }
}
