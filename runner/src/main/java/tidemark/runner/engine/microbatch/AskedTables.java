package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.NeededColumns;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedTable;

/**
 * The lookups of a run that ask their source key by key. Their answers may take half of the memory
 * of static sources together, each as much as the other.
 */
final class AskedTables implements AutoCloseable {
  private final Map<String, AskedTable> tables = new TreeMap<>();
  private final long roomForTables;

  AskedTables(PipelineDefinition definition, NeededColumns needed, EngineOptions options) {
    List<PlanNode> lookups = new ArrayList<>();
    for (PlanNode node : definition.plan().nodes()) {
      if (node.op() instanceof LogicalOp.StaticJoin
          && AskedTable.isAsked(node, table(definition, node))) {
        lookups.add(node);
      }
    }
    long limit = Math.min(options.memoryBytes(), Runtime.getRuntime().maxMemory() / 2);
    this.roomForTables = lookups.isEmpty() ? limit : limit / 2;
    try {
      for (PlanNode lookup : lookups) {
        long room = limit / 2 / lookups.size();
        DefinedTable table = table(definition, lookup);
        tables.put(lookup.id(), AskedTable.open(lookup, table, needed, room, options.clock()));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static DefinedTable table(PipelineDefinition definition, PlanNode join) {
    LogicalOp.StaticScan scan = (LogicalOp.StaticScan) join.inputs().get(1).op();
    return definition.tables().get(scan.source());
  }

  /** The table that a node asks; empty if it is none that asks. */
  Optional<AskedTable> of(PlanNode node) {
    return Optional.ofNullable(tables.get(node.id()));
  }

  /** The memory in bytes that tables may take which are read whole. */
  long roomForTables() {
    return roomForTables;
  }

  @Override
  public void close() {
    tables.values().forEach(AskedTable::close);
  }
}
