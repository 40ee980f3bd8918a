package tidemark.runner.engine.microbatch;

import java.util.Map;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.WatermarkFlow;
import tidemark.operators.time.BatchTime;
import tidemark.statestore.checkpoint.OffsetEntry;

/**
 * What each stateful step knows of time in one micro-batch: its own input watermark, as the steps
 * above let it through, under the watermark before and under this one.
 */
final class BatchTimes {
  private final OffsetEntry entry;
  private final boolean changed;
  private final WatermarkFlow before;
  private final WatermarkFlow now;

  /**
   * @param last the micro-batch before
   */
  BatchTimes(LogicalPlan plan, OffsetEntry entry, CommittedBatch last) {
    this.entry = entry;
    this.changed = entry.planGeneration() != last.generation();
    this.before = last.flow(plan);
    this.now = before.then(entry.watermark().globalMillis());
  }

  /** Processing time, milliseconds since 1970-01-01T00:00:00Z. */
  long batchTimeMillis() {
    return entry.batchTimeMillis();
  }

  BatchTime of(PlanNode node) {
    return new BatchTime(
        entry.batch(),
        entry.batchTimeMillis(),
        before.inputMillis(node),
        now.inputMillis(node),
        changed || now.isFurther(node, before));
  }

  /** The watermark that each stateful step hands on, by its id. */
  Map<String, Long> handedOn() {
    return now.handedOn();
  }
}
