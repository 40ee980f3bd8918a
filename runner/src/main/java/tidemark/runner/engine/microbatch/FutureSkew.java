package tidemark.runner.engine.microbatch;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.engine.PipelineDefinition;

/** How far ahead of the batch's time an event time may lie and still move a watermark. */
final class FutureSkew {
  private static final long LONGEST = Duration.ofDays(36_500).toMillis();

  private FutureSkew() {}

  /** In milliseconds: the largest of the sources that reach the watermark. */
  static long of(PipelineDefinition definition, PlanNode watermark) {
    return Math.min(
        LONGEST,
        sources(watermark).stream()
            .mapToLong(id -> definition.sources().get(id).maxFutureSkewMillis())
            .max()
            .orElse(LONGEST));
  }

  /** The ids of the sources whose rows reach a node. */
  static Set<String> sources(PlanNode node) {
    Set<String> ids = new HashSet<>();
    if (node.op() instanceof LogicalOp.Scan scan) {
      ids.add(scan.source());
    }
    node.inputs().forEach(input -> ids.addAll(sources(input)));
    return ids;
  }
}
