package tidemark.runner.engine.microbatch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.WatermarkFlow;
import tidemark.runner.compat.Upgrade;
import tidemark.runner.replay.ReplayRequests;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.WatermarkState;

/**
 * Where a pipeline stands: after its last committed micro-batch, or before its first.
 *
 * @param batch its id; -1 before the first
 * @param generation the number of the plan it ran under; 0 before the first
 * @param batchTimeMillis the processing time it ran with
 * @param usedWatermarkMillis the watermark it ran with
 * @param watermark the watermarks in force now
 * @param replayed the last request to read dead letters again that was taken; 0 before any
 * @param activity when each watermark node last had rows, processing time in milliseconds
 * @param handedOn the watermark that each stateful step handed on in it
 */
record CommittedBatch(
    long batch,
    int generation,
    long batchTimeMillis,
    long usedWatermarkMillis,
    WatermarkState watermark,
    long replayed,
    Map<String, Long> activity,
    Map<String, Long> handedOn) {
  private static final String ACTIVITY = "activity:";

  CommittedBatch {
    activity = Map.copyOf(activity);
    handedOn = Map.copyOf(handedOn);
  }

  /** Before the first micro-batch. */
  static CommittedBatch none() {
    return new CommittedBatch(-1, 0, 0, 0, WatermarkState.initial(), 0, Map.of(), Map.of());
  }

  /** As the logs have it. */
  static CommittedBatch of(OffsetEntry planned, CommitEntry commit) {
    return new CommittedBatch(
        planned.batch(),
        planned.planGeneration(),
        planned.batchTimeMillis(),
        planned.watermark().globalMillis(),
        commit.next(),
        ReplayRequests.taken(commit.extra()),
        CommittedWatermarks.times(commit, ACTIVITY),
        CommittedWatermarks.of(commit));
  }

  /** Where a pipeline stands after a commit that may have been kept without its offset entry. */
  static CommittedBatch of(Optional<OffsetEntry> planned, Optional<CommitEntry> commit) {
    return planned.isPresent() && commit.isPresent() ? of(planned.get(), commit.get()) : none();
  }

  /** How the watermark reached the steps of a plan in it. */
  WatermarkFlow flow(LogicalPlan plan) {
    return WatermarkFlow.ofBatch(plan, usedWatermarkMillis, handedOn);
  }

  /** What the commit log has under names. */
  Map<String, String> written() {
    Map<String, String> extra = new HashMap<>(ReplayRequests.written(replayed));
    activity.forEach((node, millis) -> extra.put(ACTIVITY + node, Long.toString(millis)));
    CommittedWatermarks.write(handedOn, extra);
    return extra;
  }

  /** The same under the names of a changed plan. */
  CommittedBatch under(Upgrade upgrade) {
    Map<String, String> names = upgrade.watermarks();
    WatermarkState renamed =
        new WatermarkState(
            watermark.globalMillis(),
            watermark.previousGlobalMillis(),
            renamed(watermark.perNodeMillis(), names));
    return new CommittedBatch(
        batch,
        generation,
        batchTimeMillis,
        usedWatermarkMillis,
        renamed,
        replayed,
        renamed(activity, names),
        renamed(handedOn, upgrade.goingOn()));
  }

  /**
   * @param names the name before of every node that goes on, by its name now
   */
  private static Map<String, Long> renamed(Map<String, Long> before, Map<String, String> names) {
    Map<String, Long> now = new HashMap<>();
    names.forEach(
        (name, old) -> {
          if (before.containsKey(old)) {
            now.put(name, before.get(old));
          }
        });
    return now;
  }

  boolean exists() {
    return batch >= 0;
  }
}
