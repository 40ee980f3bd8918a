package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.spec.StepSpec.Within;

/** Deduplications: the key's columns, and how long a key is remembered. */
final class DeduplicateCompiler {
  private final Columns columns;
  private final Watermarks watermarks;
  private final Diagnostics found;

  DeduplicateCompiler(Columns columns, Watermarks watermarks, Diagnostics found) {
    this.columns = columns;
    this.watermarks = watermarks;
    this.found = found;
  }

  /** The deduplication; empty, and reported, if its key or its memory cannot be. */
  Optional<PlanNode> compile(StepSpec.Deduplicate step, PlanNode input) {
    List<Integer> keys = keys(step, input);
    Optional<Memory> memory = memory(step, input, keys);
    boolean complete = step.by().isEmpty() || keys.size() == step.by().size();
    if (memory.isEmpty() || !complete) {
      return Optional.empty();
    }
    return Optional.of(
        new PlanNode(
            "steps." + step.id().value(),
            new Deduplicate(keys, memory.get()),
            List.of(input),
            input.schema(),
            input.eventTime(),
            step.id().span()));
  }

  private List<Integer> keys(StepSpec.Deduplicate step, PlanNode input) {
    if (step.by().isEmpty()) {
      return IntStream.range(0, input.schema().size()).boxed().toList();
    }
    List<Integer> keys = new ArrayList<>();
    for (Placed<String> name : step.by()) {
      Optional<ColumnReference> column = columns.find(input, name);
      column.ifPresent(c -> keys.add(Columns.position(input, c)));
    }
    return keys;
  }

  private Optional<Memory> memory(StepSpec.Deduplicate step, PlanNode input, List<Integer> keys) {
    if (input.eventTimes().size() > 1) {
      EventTimes.reportMany(input, step.id().value(), step.operator(), found);
      return Optional.empty();
    }
    Optional<EventTime> time = input.eventTime();
    if (step.within() instanceof Within.Unbounded) {
      int key = time.map(t -> keys.indexOf(t.column())).orElse(-1);
      return Optional.of(key < 0 ? new Memory.Forever() : new Memory.UntilKey(key));
    }
    if (time.isEmpty()) {
      if (!watermarks.isUnknown(input)) {
        refuse(step);
      }
      return Optional.empty();
    }
    return Optional.of(
        new Memory.After(
            step.within() instanceof Within.EventTime length
                ? Math.multiplyExact(length.length().value().toMillis(), 1000L)
                : Math.multiplyExact(time.get().delayMillis(), 1000L)));
  }

  private void refuse(StepSpec.Deduplicate step) {
    found.error(
        Code.TM412,
        step.operator(),
        "`%s` forgets its keys by the watermark, but `%s` has none"
            .formatted(step.id().value(), step.from().value()),
        "add `watermark: {column: …, delay: …}` to the source");
  }
}
