package tidemark.operators.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How the pipeline's watermark reaches each step: a watermark node hands on the global watermark, a
 * step without state the least of its inputs, a stateful step what its rows can still be. An input
 * without a watermark above it counts for nothing. The rules are those of Spark's simulation of
 * watermarks over the plan, which is done anew for each micro-batch. Unlike Spark's, a step's
 * watermark goes on from where the step's last micro-batch left it, whatever became of the plan.
 */
public final class WatermarkFlow {
  private final LogicalPlan plan;
  private final Map<String, OptionalLong> inputs = new HashMap<>();
  private final Map<String, OptionalLong> outputs = new HashMap<>();

  private WatermarkFlow(LogicalPlan plan) {
    this.plan = plan;
  }

  /**
   * The flow of a micro-batch that has run, perhaps under another plan.
   *
   * @param globalMillis the pipeline's watermark, milliseconds since 1970-01-01T00:00:00Z
   * @param handedOn what each stateful step handed on in it, by the step's id; a step that is not
   *     there is new, or was not recorded, and handed on what the plan says
   */
  public static WatermarkFlow ofBatch(
      LogicalPlan plan, long globalMillis, Map<String, Long> handedOn) {
    WatermarkFlow flow = new WatermarkFlow(plan);
    for (PlanNode node : plan.nodes()) {
      OptionalLong input = flow.least(node);
      Long known = input.isPresent() ? handedOn.get(node.id()) : null;
      if (known == null) {
        flow.put(node, input, output(node, input, globalMillis));
      } else {
        OptionalLong recorded = OptionalLong.of(known);
        flow.put(node, node.op() instanceof LogicalOp.Join ? input : recorded, recorded);
      }
    }
    return flow;
  }

  /** The flow of the micro-batch that follows, with a watermark that is no less. */
  public WatermarkFlow then(long globalMillis) {
    WatermarkFlow next = new WatermarkFlow(plan);
    for (PlanNode node : plan.nodes()) {
      OptionalLong input = later(inputs.get(node.id()), next.least(node));
      OptionalLong output = later(outputs.get(node.id()), output(node, input, globalMillis));
      next.put(node, input, output);
    }
    return next;
  }

  /** The watermark that the step judges its input by; 0 if there is none above it. */
  public long inputMillis(PlanNode node) {
    return inputs.get(node.id()).orElse(0);
  }

  /** True if the watermark before or behind the step is further than in the flow before. */
  public boolean isFurther(PlanNode node, WatermarkFlow before) {
    return inputMillis(node) > before.inputMillis(node)
        || outputs.get(node.id()).orElse(0) > before.outputs.get(node.id()).orElse(0);
  }

  /** What each stateful step below a watermark hands on, by the step's id. */
  public Map<String, Long> handedOn() {
    Map<String, Long> handedOn = new TreeMap<>();
    for (PlanNode node : plan.nodes()) {
      OptionalLong output = outputs.get(node.id());
      if (node.op().isStateful() && inputs.get(node.id()).isPresent() && output.isPresent()) {
        handedOn.put(node.id(), output.getAsLong());
      }
    }
    return handedOn;
  }

  private void put(PlanNode node, OptionalLong input, OptionalLong output) {
    inputs.put(node.id(), input);
    outputs.put(node.id(), output);
  }

  private OptionalLong least(PlanNode node) {
    return node.inputs().stream()
        .map(i -> outputs.get(i.id()))
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .min();
  }

  private static OptionalLong later(OptionalLong before, OptionalLong now) {
    return now.isPresent()
        ? OptionalLong.of(Math.max(before.orElse(Long.MIN_VALUE), now.getAsLong()))
        : now;
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
