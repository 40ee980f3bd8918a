package tidemark.runner.engine;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.DeadLetter;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.late.LateRow;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Schema;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;

/** What every sink of a pipeline is opened with, those for late rows and dead letters too. */
public final class SinkRequests {
  private final LogicalPlan plan;
  private final String queryId;

  private SinkRequests(LogicalPlan plan, String queryId) {
    this.plan = plan;
    this.queryId = queryId;
  }

  /**
   * The requests by the sinks' ids, in order.
   *
   * @param queryId the checkpoint's identity
   */
  public static Map<String, SinkRequest> of(PipelineDefinition definition, String queryId) {
    SinkRequests requests = new SinkRequests(definition.plan(), queryId);
    Map<String, SinkRequest> all = new TreeMap<>();
    for (PlanNode node : definition.plan().nodes()) {
      if (node.op() instanceof LogicalOp.Write write) {
        DefinedSink sink = definition.sinks().get(write.sink());
        all.put(sink.id(), requests.of(sink, node.input().schema(), definition.plan().mode()));
      }
    }
    Optional<DefinedSink> late = definition.lateRows().map(definition.sinks()::get);
    late.ifPresent(s -> all.put(s.id(), requests.of(s, LateRow.COLUMNS, OutputMode.APPEND)));
    definition
        .deadLetters()
        .ifPresent(s -> all.put(s.id(), requests.of(s, DeadLetter.COLUMNS, OutputMode.APPEND)));
    return all;
  }

  private SinkRequest of(DefinedSink sink, Schema schema, OutputMode mode) {
    return new SinkRequest(
        sink.id(), sink.options(), schema, mode, plan.pipeline(), queryId, plan.zone());
  }
}
