package tidemark.runner.engine.microbatch;

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
  private final WatermarkFlow before;
  private final WatermarkFlow now;

  BatchTimes(LogicalPlan plan, OffsetEntry entry) {
    this.entry = entry;
    this.before = WatermarkFlow.of(plan, entry.watermark().previousGlobalMillis());
    this.now = WatermarkFlow.of(plan, entry.watermark().globalMillis());
  }

  /** Processing time, milliseconds since 1970-01-01T00:00:00Z. */
  long batchTimeMillis() {
    return entry.batchTimeMillis();
  }

  BatchTime of(PlanNode node) {
    return new BatchTime(
        entry.batch(), entry.batchTimeMillis(), before.inputMillis(node), now.inputMillis(node));
  }
}
