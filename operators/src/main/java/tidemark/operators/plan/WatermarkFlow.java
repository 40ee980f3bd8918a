package tidemark.operators.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How the pipeline's watermark reaches each step: a watermark node hands on the global watermark, a
 * step without state the least of its inputs, a stateful step what its rows can still be. An input
 * without a watermark above it counts for nothing. The rules are those of Spark's simulation of
 * watermarks over the plan, which is done anew for each micro-batch.
 */
public final class WatermarkFlow {
  private final Map<String, OptionalLong> inputs = new HashMap<>();
  private final Map<String, OptionalLong> outputs = new HashMap<>();

  private WatermarkFlow() {}

  /**
   * The flow of one watermark.
   *
   * @param globalMillis the pipeline's watermark, milliseconds since 1970-01-01T00:00:00Z
   */
  public static WatermarkFlow of(LogicalPlan plan, long globalMillis) {
    WatermarkFlow flow = new WatermarkFlow();
    for (PlanNode node : plan.nodes()) {
      flow.visit(node, globalMillis);
    }
    return flow;
  }

  /** The watermark that the step judges its input by; 0 if there is none above it. */
  public long inputMillis(PlanNode node) {
    return inputs.get(node.id()).orElse(0);
  }

  private void visit(PlanNode node, long globalMillis) {
    OptionalLong input =
        node.inputs().stream()
            .map(i -> outputs.get(i.id()))
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .min();
    inputs.put(node.id(), input);
    outputs.put(node.id(), output(node, input, globalMillis));
  }

  private static OptionalLong output(PlanNode node, OptionalLong input, long globalMillis) {
    if (node.op() instanceof LogicalOp.Watermark) {
      return OptionalLong.of(globalMillis);
    }
    if (node.op().actsOnProcessingTime()) {
      return OptionalLong.empty();
    }
    if (node.op() instanceof LogicalOp.Join join) {
      return OptionalLong.of(behind(join, input.orElse(0), globalMillis));
    }
    return node.op().isStateful() ? OptionalLong.of(input.orElse(0)) : input;
  }

  /** Rows that a join still keeps may come out: the watermark behind it is theirs. */
  private static long behind(LogicalOp.Join join, long inputMillis, long globalMillis) {
    if (globalMillis == 0) {
      return 0;
    }
    long left = join.left().retention().closedMillis(inputMillis).orElse(inputMillis);
    long right = join.right().retention().closedMillis(inputMillis).orElse(inputMillis);
    return Math.min(inputMillis, Math.min(left, right));
  }
}
