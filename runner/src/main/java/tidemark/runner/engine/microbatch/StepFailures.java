package tidemark.runner.engine.microbatch;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.failing.FailedRow;
import tidemark.operators.failing.FailedRows;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.engine.PipelineDefinition;

/**
 * What becomes of the rows on which the steps of one micro-batch fail: the first one stops the run,
 * or they are counted and written to the dead letters, by step.
 */
final class StepFailures {
  private static final String KEEP = "; or set `on_error: dead_letter` on the step";

  private final PipelineDefinition definition;
  private final BatchCounters counters;
  private final DeadLetterRows letters;
  private final Map<String, FailedRows> byNode = new TreeMap<>();

  /**
   * @param deadLetters where they go; empty if there is no sink for them, or it has the batch
   * @param partition one that nothing else writes
   */
  StepFailures(
      PipelineDefinition definition,
      BatchCounters counters,
      Optional<SinkBatch> deadLetters,
      int partition) {
    this.definition = definition;
    this.counters = counters;
    this.letters =
        new DeadLetterRows(
            definition.keepsFailedRows().isEmpty()
                ? null
                : deadLetters.map(sink -> sink.writer(partition)).orElse(null));
    definition.plan().nodes().forEach(node -> byNode.put(node.id(), of(node)));
  }

  /** Those of a node. */
  FailedRows rows(PlanNode node) {
    FailedRows known = byNode.get(node.id());
    return known == null ? of(node) : known;
  }

  /** Hands over what is left; when no thread computes any more. */
  synchronized void flush() {
    letters.flush();
  }

  private FailedRows of(PlanNode node) {
    boolean keeps = definition.keepsFailedRows().contains(node.id());
    return new FailedRows() {
      @Override
      public boolean keeps() {
        return keeps;
      }

      @Override
      public void take(FailedRow row) {
        if (!keeps) {
          throw told(row);
        }
        keep(node, row);
      }

      @Override
      public Failure told(FailedRow row) {
        return FailedRowText.told(node, row, keeps ? "" : KEEP);
      }
    };
  }

  private synchronized void keep(PlanNode node, FailedRow row) {
    String step = PlanNode.step(node.id());
    counters.deadLettered(step).incrementAndGet();
    letters.add(
        row.batch().origin(),
        row.row(),
        step,
        definition.mask().apply(String.valueOf(row.failure().getMessage())),
        FailedRowText.json(row.batch(), row.row()));
  }
}
