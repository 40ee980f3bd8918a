package tidemark.runner.engine.microbatch;

import java.time.Clock;
import java.util.List;
import tidemark.operators.connector.LookupConnector;
import tidemark.operators.connector.PointLookup;
import tidemark.operators.lowering.StaticTablePlan;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.NeededColumns;
import tidemark.runner.engine.PipelineDefinition.DefinedTable;

/**
 * The source of a lookup that asks it key by key, and what is remembered of its answers; for a
 * whole run.
 *
 * @param id the source's
 * @param plan what is kept of its rows
 * @param maxBytes the memory that its answers may take
 */
record AskedTable(
    String id,
    PlanNode lookup,
    StaticTablePlan plan,
    PointLookup source,
    Answers answers,
    long maxBytes)
    implements AutoCloseable {
  /** Opens the source. */
  static AskedTable open(
      PlanNode lookup, DefinedTable table, NeededColumns needed, long maxBytes, Clock clock) {
    LogicalOp.StaticJoin join = (LogicalOp.StaticJoin) lookup.op();
    PlanNode scan = lookup.inputs().get(1);
    return new AskedTable(
        table.request().id(),
        lookup,
        StaticTablePlan.of(scan, List.of(lookup), needed::of),
        ((LookupConnector) table.connector())
            .openLookup(table.request(), StaticTablePlan.asked(lookup)),
        new Answers(join.asking().orElseThrow(), maxBytes, clock),
        maxBytes);
  }

  /** Whether a node asks its source key by key; a source that cannot be asked is read whole. */
  static boolean isAsked(PlanNode node, DefinedTable table) {
    return node.op() instanceof LogicalOp.StaticJoin join
        && join.asking().isPresent()
        && table.connector() instanceof LookupConnector;
  }

  @Override
  public void close() {
    source.close();
  }
}
