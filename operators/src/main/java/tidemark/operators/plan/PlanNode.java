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
 * @param eventTimes the columns that carry an event time of its rows which a watermark follows:
 *     none, one, or one of each side behind a join
 * @param span where the step stands in the pipeline file
 */
public record PlanNode(
    String id,
    LogicalOp op,
    List<PlanNode> inputs,
    Schema schema,
    List<EventTime> eventTimes,
    Span span) {
  public PlanNode {
    inputs = List.copyOf(inputs);
    eventTimes = List.copyOf(eventTimes);
  }

  /** A node whose rows have one event time or none. */
  public PlanNode(
      String id,
      LogicalOp op,
      List<PlanNode> inputs,
      Schema schema,
      Optional<EventTime> eventTime,
      Span span) {
    this(id, op, inputs, schema, eventTime.stream().toList(), span);
  }

  /** The column that carries the event time of its rows, if there is exactly one. */
  public Optional<EventTime> eventTime() {
    return eventTimes.size() == 1 ? Optional.of(eventTimes.get(0)) : Optional.empty();
  }

  /** A step's id as the pipeline file writes it; nodes of the plan carry the section's name too. */
  public static String step(String nodeId) {
    return nodeId.startsWith("steps.") ? nodeId.substring("steps.".length()) : nodeId;
  }

  /** The only input. */
  public PlanNode input() {
    return inputs.get(0);
  }
}
