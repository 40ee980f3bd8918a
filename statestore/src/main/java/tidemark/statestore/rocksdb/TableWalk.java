package tidemark.statestore.rocksdb;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.GroupWalk;
import tidemark.statestore.table.Shard;

/**
 * The rows of a key group: those of its table as they lie there, then those below of which the
 * table has no newer record.
 */
final class TableWalk implements GroupWalk {
  private final TableStore store;
  private final int group;
  private final Shard shard;
  private int record = -1;
  private boolean tableEnded;
  private @Nullable RowPages below;
  private boolean open = true;

  TableWalk(TableStore store, int group, Shard shard) {
    this.store = store;
    this.group = group;
    this.shard = shard;
    shard.pin();
  }

  @Override
  public boolean next() {
    return nextInTable() || nextBelow();
  }

  private boolean nextInTable() {
    if (!tableEnded) {
      record = record < 0 ? shard.firstRow() : shard.rowAfter(record);
      tableEnded = record < 0;
    }
    return !tableEnded;
  }

  private boolean nextBelow() {
    if (shard.isComplete()) {
      return false;
    }
    if (below == null) {
      below = store.pages(group, new byte[] {(byte) group}, null);
    }
    boolean found = below.next();
    while (found && shard.find(below.page(), below.keyStart(), below.keyLength()) >= 0) {
      found = below.next();
    }
    return found;
  }

  private RowPages openBelow() {
    if (below == null) {
      throw new NoSuchElementException("next() comes first");
    }
    return below;
  }

  @Override
  public byte[] keyArray() {
    return record >= 0 ? shard.array(record) : openBelow().page();
  }

  @Override
  public int keyStart() {
    return record >= 0 ? shard.keyStart(record) : openBelow().keyStart();
  }

  @Override
  public int keyLength() {
    return record >= 0 ? shard.keyLength(record) : openBelow().keyLength();
  }

  @Override
  public byte[] value() {
    return record >= 0 ? shard.value(record) : openBelow().value();
  }

  @Override
  public void remove() {
    if (record >= 0) {
      shard.delete(record);
    } else {
      openBelow().fill(shard);
      shard.delete(openBelow().page(), openBelow().keyStart(), openBelow().keyLength());
    }
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      shard.unpin();
    }
    if (below != null) {
      below.close();
      below = null;
    }
  }
}
