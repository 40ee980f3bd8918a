package tidemark.operators.join;

import java.util.BitSet;
import tidemark.operators.state.GroupTable;

/** Those rows of a worker's share that belong to one partition, by key. */
final class SharePart {
  private final GroupTable table = new GroupTable();
  private final BitSet withoutPartner = new BitSet();
  private final NewRows rows;

  SharePart(SideShape side) {
    this.rows = new NewRows(side.kept(), side.keptPositions());
  }

  /** The keys of the rows. */
  GroupTable table() {
    return table;
  }

  NewRows rows() {
    return rows;
  }

  /** True if no row of the other side can have the key, because null equals nothing. */
  boolean hasNoPartner(int keyNumber) {
    return withoutPartner.get(keyNumber);
  }

  void setWithoutPartner(int keyNumber) {
    withoutPartner.set(keyNumber);
  }
}
