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
  private boolean inTable;
  private boolean inBelow;

  /** The current row is the table's, or hides one below, or is one below, or both. */
  private boolean takenFromTable;

  private boolean takenFromBelow;
  private boolean onRow;

  /** Rows of the group under way that were returned and not removed. */
  private boolean kept;

  TableCursor(TableStore store, KeyRange range) {
    this.store = store;
    this.from = range.from();
    this.to = range.to();
    this.nextGroup = range.firstGroup();
    this.lastGroup = range.lastGroup();
  }

  @Override
  public boolean next() {
    stepPast();
    while (inTable || inBelow || openNextGroup()) {
      takeSmaller();
      if (onRow) {
        return true;
      }
      stepPast();
    }
    return false;
  }

  /** Leaves what was taken; at the end of a group it may have become known where its rows begin. */
  private void stepPast() {
    if (takenFromTable) {
      kept |= onRow && !isRemoved();
      inTable = openTable().next();
    }
    if (takenFromBelow) {
      kept |= onRow && !takenFromTable && !isRemoved();
      inBelow = openBelow().next();
    }
    boolean ended = (takenFromTable || takenFromBelow) && !inTable && !inBelow;
    takenFromTable = false;
    takenFromBelow = false;
    onRow = false;
    if (ended) {
      noteEnd();
    }
  }

  private boolean isRemoved() {
    int record =
        takenFromTable
            ? openTable().record()
            : current().find(openBelow().page(), openBelow().keyStart(), openBelow().keyLength());
    return record >= 0 && current().isDead(record);
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
        noteEnd();
        close();
      }
    }
    return false;
  }

  /** Remembers that no row is left from the front of a group up to the end of the range. */
  private void noteEnd() {
    int group = nextGroup - 1;
    boolean fromFront = from.length < 2 || (from[0] & 0xFF) != group;
    if (!kept && fromFront && to.isPresent() && firstByte(to.get()) == group) {
      current().nothingIsBefore(to.get());
    }
  }

  /** True when the range ends in this group, below its least key. */
  private boolean isEmptyBefore(Shard next, int group) {
    return to.isPresent() && firstByte(to.get()) == group && next.isNothingBefore(to.get());
  }

  private void open(Shard next, int group) {
    shard = next;
    kept = false;
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

  /** Takes the smaller of the two keys, both when they are equal. */
  private void takeSmaller() {
    int order = compare();
    takenFromTable = order <= 0;
    takenFromBelow = order >= 0 && inBelow;
    onRow = !takenFromTable || !current().isDead(openTable().record());
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
        current().array(record),
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
    requireRow();
    return takenFromTable ? current().key(openTable().record()) : openBelow().key();
  }

  @Override
  public byte[] value() {
    requireRow();
    return takenFromTable ? current().value(openTable().record()) : openBelow().value();
  }

  @Override
  public void remove() {
    requireRow();
    if (!takenFromTable) {
      RowPages row = openBelow();
      row.fill(current());
      current().delete(row.page(), row.keyStart(), row.keyLength());
      return;
    }
    current().delete(openTable().record());
  }

  private void requireRow() {
    if (!onRow) {
      throw new NoSuchElementException("next() comes first");
    }
  }

  @Override
  public void close() {
    takenFromTable = false;
    takenFromBelow = false;
    onRow = false;
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
