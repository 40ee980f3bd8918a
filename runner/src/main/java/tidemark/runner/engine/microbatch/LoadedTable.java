package tidemark.runner.engine.microbatch;

import java.util.Map;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.table.StaticTable;
import tidemark.operators.table.TableIndex;

/**
 * A static source in memory.
 *
 * @param version which rows they are
 * @param indexes one a join, by its node id
 */
record LoadedTable(TableVersion version, StaticTable table, Map<String, TableIndex> indexes) {
  LoadedTable {
    indexes = Map.copyOf(indexes);
  }

  int rows() {
    return table.rows();
  }

  /** The memory that it takes, in bytes. */
  long bytes() {
    return table.bytes() + indexes.values().stream().mapToLong(TableIndex::bytes).sum();
  }

  TableIndex index(PlanNode join) {
    return indexes.get(join.id());
  }
}
