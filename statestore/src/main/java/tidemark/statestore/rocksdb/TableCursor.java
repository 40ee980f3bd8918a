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
  private final byte[] from;
  private final Optional<byte[]> to;
  private final int lastGroup;
  private int nextGroup;
  private @Nullable Shard shard;
  private @Nullable ShardCursor table;
  private @Nullable RowPages below;
  private boolean found;
  private boolean inTable;
  private boolean inBelow;
  private byte @Nullable [] key;
  private byte @Nullable [] value;

  TableCursor(TableStore store, KeyRange range) {
    this.store = store;
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
        found = true;
        return true;
      } else if (!inTable && !inBelow) {
        noteNothing();
      }
    }
  }

  /** Opens groups until one has a row; false when there is none left. */
  private boolean openNextGroup() {
    close();
    while (nextGroup <= lastGroup) {
      int group = nextGroup++;
      Shard next = store.shardIfAny(group);
      if (next != null && !isEmptyBefore(next, group)) {
        open(next, group);
        if (inTable || inBelow) {
          return true;
        }
        noteNothing();
        close();
      }
    }
    return false;
  }

  /** Remembers that a range from the front of a group up to its end has no row. */
  private void noteNothing() {
    int group = nextGroup - 1;
    boolean fromFront = from.length < 2 || (from[0] & 0xFF) != group;
    if (!found && fromFront && to.isPresent() && firstByte(to.get()) == group) {
      current().nothingIsBefore(to.get());
    }
  }

  /** True when the range ends in this group, below its least key. */
  private boolean isEmptyBefore(Shard next, int group) {
    return to.isPresent() && firstByte(to.get()) == group && next.isNothingBefore(to.get());
  }

  private void open(Shard next, int group) {
    shard = next;
    found = false;
    byte[] start = from.length > 0 && (from[0] & 0xFF) == group ? from : new byte[] {(byte) group};
    Optional<byte[]> end = to.isPresent() && firstByte(to.get()) == group ? to : Optional.empty();
    table = new ShardCursor(next, start, end);
    inTable = table.next();
    if (!next.isComplete()) {
      below = store.pages(group, start, end.orElse(null));
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
    RowPages other = openBelow();
    int record = openTable().record();
    int start = current().keyStart(record);
    return Arrays.compareUnsigned(
        current().arena(),
        start,
        start + current().keyLength(record),
        other.page(),
        other.keyStart(),
        other.keyStart() + other.keyLength());
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
