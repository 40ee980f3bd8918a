package tidemark.runner.engine;

import java.util.HashSet;
import java.util.Set;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.PlanPaths;

/**
 * How much of a source a micro-batch takes whose rows reach a join of two streams. The join holds
 * the new rows of both sides until all have come, and keeps in state what arrived between two
 * watermarks: so such a batch is smaller unless the pipeline file says how large it is to be.
 */
final class JoinedSources {
  private static final long USUAL_BYTES = 64L << 20;

  private JoinedSources() {}

  /** The ids of the sources whose rows reach a join of two streams. */
  static Set<String> of(LogicalPlan plan) {
    Set<String> sources = new HashSet<>();
    for (PlanNode node : plan.nodes()) {
      if (node.op() instanceof LogicalOp.Join) {
        for (PlanNode above : PlanPaths.above(node)) {
          if (above.op() instanceof LogicalOp.Scan scan) {
            sources.add(scan.source());
          }
        }
      }
    }
    return sources;
  }

  /**
   * @param limits those of the file, and the usual ones of the connector
   * @param written those of the file
   */
  static BatchLimits limits(BatchLimits limits, BatchLimits written) {
    return written.maxBytes() < Long.MAX_VALUE
        ? limits
        : new BatchLimits(
            limits.maxFiles(), limits.maxRows(), Math.min(limits.maxBytes(), USUAL_BYTES));
  }
}
