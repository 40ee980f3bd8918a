package tidemark.statestore.rocksdb;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.table.Shard;
import tidemark.statestore.table.ShardCursor;

/** The rows of a range, group after group: each the merge of its table and of what lies below. */
final class TableCursor implements StateCursor {
  private final TableStore store;
  private final RocksDbStateBackend backend;
  private final byte[] from;
  private final Optional<byte[]> to;
  private final int lastGroup;
  private int nextGroup;
  private @Nullable Shard shard;
  private @Nullable ShardCursor table;
  private @Nullable RowPages below;
  private boolean inTable;
  private boolean inBelow;
  private byte @Nullable [] key;
  private byte @Nullable [] value;

  TableCursor(TableStore store, RocksDbStateBackend backend, KeyRange range) {
    this.store = store;
    this.backend = backend;
    this.from = range.from();
    this.to = range.to();
    this.nextGroup = range.firstGroup();
    this.lastGroup = range.lastGroup();
  }

  @Override
  public boolean next() {
    while (true) {
      if (!inTable && !inBelow) {
        if (!openNextGroup()) {
          key = null;
          return false;
        }
      } else if (takeSmaller()) {
        return true;
      }
    }
  }

  /** Opens groups until one has a row; false when there is none left. */
  private boolean openNextGroup() {
    close();
    while (nextGroup <= lastGroup) {
      int group = nextGroup++;
      Shard next = store.shardIfAny(group);
      if (next != null) {
        open(next, group);
        if (inTable || inBelow) {
          return true;
        }
        close();
      }
    }
    return false;
  }

  private void open(Shard next, int group) {
    shard = next;
    byte[] start = from.length > 0 && (from[0] & 0xFF) == group ? from : new byte[] {(byte) group};
    Optional<byte[]> end = to.isPresent() && firstByte(to.get()) == group ? to : Optional.empty();
    table = new ShardCursor(next, start, end);
    inTable = table.next();
    if (!next.isComplete()) {
      byte[] groupEnd = group == 255 ? null : new byte[] {(byte) (group + 1)};
      below = backend.pages(store.id(), start, end.orElse(groupEnd));
      inBelow = below.next();
    }
  }

  private static int firstByte(byte[] bytes) {
    return bytes.length == 0 ? -1 : bytes[0] & 0xFF;
  }

  /**
   * Steps over the smaller of the two keys, over both when they are equal; true when that was a
   * row.
   */
  private boolean takeSmaller() {
    int order = compare();
    boolean row = true;
    if (order <= 0) {
      Shard from = current();
      int record = openTable().record();
      row = !from.isDead(record);
      if (row) {
        key = from.key(record);
        value = from.value(record);
      }
      inTable = openTable().next();
    } else {
      key = openBelow().key();
      value = openBelow().value();
    }
    if (order >= 0 && inBelow) {
      inBelow = openBelow().next();
    }
    return row;
  }

  private int compare() {
    if (!inBelow) {
      return -1;
    }
    if (!inTable) {
      return 1;
    }
    byte[] other = openBelow().key();
    int record = openTable().record();
    int start = current().keyStart(record);
    return Arrays.compareUnsigned(
        current().arena(), start, start + current().keyLength(record), other, 0, other.length);
  }

  private Shard current() {
    if (shard == null) {
      throw new IllegalStateException("the cursor is closed");
    }
    return shard;
  }

  private ShardCursor openTable() {
    if (table == null) {
      throw new IllegalStateException("the cursor is closed");
    }
    return table;
  }

  private RowPages openBelow() {
    if (below == null) {
      throw new IllegalStateException("the cursor is closed");
    }
    return below;
  }

  @Override
  public byte[] key() {
    return row(key);
  }

  @Override
  public byte[] value() {
    return row(value);
  }

  private static byte[] row(byte @Nullable [] part) {
    if (part == null) {
      throw new NoSuchElementException("next() comes first");
    }
    return part;
  }

  @Override
  public void close() {
    inTable = false;
    inBelow = false;
    if (table != null) {
      table.close();
      table = null;
    }
    if (below != null) {
      below.close();
      below = null;
    }
  }
}
