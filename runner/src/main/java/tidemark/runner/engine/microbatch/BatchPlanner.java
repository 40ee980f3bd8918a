package tidemark.runner.engine.microbatch;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.Source;
import tidemark.operators.lowering.Lowering;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.WatermarkFlow;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.replay.ReplayRequests;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.WatermarkState;

/**
 * Decides what the next micro-batch reads and which watermark it runs with, or that there is none.
 */
final class BatchPlanner {
  /** What a trigger allows. */
  enum Allowance {
    /** Batches within the sources' limits, and batches without input where the watermark moved. */
    LIMITED,
    /** One batch with everything there is; no batch without input after it. */
    EVERYTHING
  }

  private final OpenPipeline pipeline;
  private final Watermarks watermarks;
  private final Clock clock;
  private final BatchObserver observer;
  private long dueUpToMillis = Long.MAX_VALUE / 1000;

  BatchPlanner(OpenPipeline pipeline, Watermarks watermarks, Clock clock, BatchObserver observer) {
    this.pipeline = pipeline;
    this.watermarks = watermarks;
    this.clock = clock;
    this.observer = observer;
  }

  /** The next entry of the offset log, if there is something to do after the last commit. */
  Optional<OffsetEntry> next(CommittedBatch last, int planGeneration, Allowance allowance) {
    long now = Math.max(clock.millis(), last.batchTimeMillis());
    WatermarkState watermark = watermarks.atPlanning(last.watermark(), last.activity(), now);
    Map<String, String> ranges = plan(allowance);
    pipeline
        .replays()
        .next(last.replayed())
        .map(number -> Replay.of(number, pipeline.replays()))
        .ifPresent(replay -> ranges.put(ReplayRequests.SOURCE, RangeText.of(replay.range())));
    boolean closing =
        allowance == Allowance.LIMITED
            && last.exists()
            && isWaitedFor(last, watermark.globalMillis());
    if (ranges.isEmpty() && !closing && !isDue(now)) {
      return Optional.empty();
    }
    return Optional.of(
        new OffsetEntry(
            last.batch() + 1,
            last.batch(),
            pipeline.checkpoint().epoch(),
            planGeneration,
            now,
            watermark,
            ranges,
            pipeline.tables().plan(now, observer)));
  }

  /**
   * From now on, what comes due later than this does not make a micro-batch of its own: a run that
   * is to end would otherwise wait for itself.
   */
  void freeze() {
    dueUpToMillis = clock.millis();
  }

  /** True if a step waits for a processing time that has come. */
  private boolean isDue(long nowMillis) {
    long upToMicros = Math.multiplyExact(Math.min(nowMillis, dueUpToMillis), 1000L);
    return pipeline.plan().nodes().stream()
        .filter(node -> node.op().actsOnProcessingTime())
        .map(node -> Lowering.firstDueMicros(pipeline.state(node)))
        .anyMatch(due -> due.isPresent() && due.getAsLong() <= upToMicros);
  }

  /** True if a step has work to do at the new watermark that it had not in the last batch. */
  private boolean isWaitedFor(CommittedBatch last, long nowMillis) {
    LogicalPlan plan = pipeline.plan();
    WatermarkFlow used = last.flow(plan);
    WatermarkFlow now = used.then(nowMillis);
    return plan.nodes().stream()
        .filter(node -> node.op().actsOnWatermark(plan.mode()))
        .anyMatch(node -> now.isFurther(node, used));
  }

  private Map<String, String> plan(Allowance allowance) {
    Map<String, String> ranges = new TreeMap<>();
    for (Map.Entry<String, Source> source : pipeline.sources().entrySet()) {
      BatchLimits limits =
          allowance == Allowance.EVERYTHING
              ? BatchLimits.NONE
              : pipeline.definition().sources().get(source.getKey()).request().limits();
      Optional<Range> range = source.getValue().plan(pipeline.progress(source.getKey()), limits);
      range.ifPresent(r -> ranges.put(source.getKey(), RangeText.of(r)));
    }
    return ranges;
  }
}
