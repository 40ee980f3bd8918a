package tidemark.operators.plan;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Schema;

/**
 * One typed operation of a plan.
 *
 * @param id {@code sources.x}, {@code steps.x} or {@code sinks.x}, which is also the identity of
 *     its state; the watermark that a source declares is {@code sources.x.watermark}
 * @param inputs in the order of the step's inputs
 * @param schema the columns it yields
 * @param eventTime the column that carries the event time of its rows, if a watermark follows one
 * @param span where the step stands in the pipeline file
 */
public record PlanNode(
    String id,
    LogicalOp op,
    List<PlanNode> inputs,
    Schema schema,
    Optional<EventTime> eventTime,
    Span span) {
  public PlanNode {
    inputs = List.copyOf(inputs);
  }

  /** The only input. */
  public PlanNode input() {
    return inputs.get(0);
  }
}
