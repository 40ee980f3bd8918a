package tidemark.runner.engine.microbatch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.replay.ReplayRequests;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.WatermarkState;

/**
 * Where a pipeline stands: after its last committed micro-batch, or before its first.
 *
 * @param batch its id; -1 before the first
 * @param batchTimeMillis the processing time it ran with
 * @param usedWatermarkMillis the watermark it ran with
 * @param watermark the watermarks in force now
 * @param replayed the last request to read dead letters again that was taken; 0 before any
 * @param activity when each watermark node last had rows, processing time in milliseconds
 */
record CommittedBatch(
    long batch,
    long batchTimeMillis,
    long usedWatermarkMillis,
    WatermarkState watermark,
    long replayed,
    Map<String, Long> activity) {
  private static final String ACTIVITY = "activity:";

  CommittedBatch {
    activity = Map.copyOf(activity);
  }

  /** Before the first micro-batch. */
  static CommittedBatch none() {
    return new CommittedBatch(-1, 0, 0, WatermarkState.initial(), 0, Map.of());
  }

  /** As the logs have it. */
  static CommittedBatch of(OffsetEntry planned, CommitEntry commit) {
    Map<String, Long> activity = new HashMap<>();
    commit
        .extra()
        .forEach(
            (name, value) -> {
              if (name.startsWith(ACTIVITY)) {
                activity.put(name.substring(ACTIVITY.length()), Long.parseLong(value));
              }
            });
    return new CommittedBatch(
        planned.batch(),
        planned.batchTimeMillis(),
        planned.watermark().globalMillis(),
        commit.next(),
        ReplayRequests.taken(commit.extra()),
        activity);
  }

  /** Where a pipeline stands after a commit that may have been kept without its offset entry. */
  static CommittedBatch of(Optional<OffsetEntry> planned, Optional<CommitEntry> commit) {
    return planned.isPresent() && commit.isPresent() ? of(planned.get(), commit.get()) : none();
  }

  /** The activity and the replays as they are written to the commit log. */
  Map<String, String> written() {
    Map<String, String> extra = new HashMap<>(ReplayRequests.written(replayed));
    activity.forEach((node, millis) -> extra.put(ACTIVITY + node, Long.toString(millis)));
    return extra;
  }

  /**
   * The same after watermark nodes got other names.
   *
   * @param names the name before of every node that goes on, by its name now
   */
  CommittedBatch under(Map<String, String> names) {
    WatermarkState renamed =
        new WatermarkState(
            watermark.globalMillis(),
            watermark.previousGlobalMillis(),
            renamed(watermark.perNodeMillis(), names));
    return new CommittedBatch(
        batch, batchTimeMillis, usedWatermarkMillis, renamed, replayed, renamed(activity, names));
  }

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
