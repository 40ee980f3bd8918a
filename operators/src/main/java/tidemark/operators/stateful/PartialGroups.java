package tidemark.operators.stateful;

import java.util.List;
import tidemark.operators.SpareMemory;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.batch.Batch;

/** What a share makes of its rows: groups, and the rows behind those, which it did not group. */
final class PartialGroups implements SpareMemory.Reusable {
  private final GroupStates grouped;
  private final UngroupedRows ungrouped;
  private final int[] groupOfRow = new int[Batch.MAX_ROWS];
  private final KeyMemo memo = new KeyMemo(groupOfRow);

  PartialGroups(List<AggregateFunction> functions) {
    this.grouped = new GroupStates(functions);
    this.ungrouped = new UngroupedRows(functions);
  }

  GroupStates grouped() {
    return grouped;
  }

  UngroupedRows ungrouped() {
    return ungrouped;
  }

  /** The group of each row of the batch under way. */
  int[] groupOfRow() {
    return groupOfRow;
  }

  /** Finds groups again, and sets those of the rows. */
  KeyMemo memo() {
    return memo;
  }

  @Override
  public long size() {
    return grouped.table().size() + ungrouped.rows();
  }

  @Override
  public long room() {
    return grouped.table().room() + ungrouped.room();
  }

  @Override
  public void reset() {
    grouped.reset();
    ungrouped.clear();
    memo.clear();
  }
}
