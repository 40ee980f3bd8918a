package tidemark.statestore.memory;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;

/**
 * One store in sorted maps, one map per key group. It checks what callers claim to know of a key,
 * so that a test on it finds a false claim.
 */
final class MemoryStore implements StateStore {
  private static final int GROUPS = 256;

  private final StoreId id;
  private final Group[] groups = new Group[GROUPS];

  MemoryStore(StoreId id) {
    this.id = id;
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = new Group();
    }
  }

  /** Rows of one key group, and what the sealed version had where they differ (empty = absent). */
  private static final class Group {
    final TreeMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
    final TreeMap<byte[], Optional<byte[]>> before = new TreeMap<>(Arrays::compareUnsigned);
    long bytes;

    byte @Nullable [] write(byte[] key, byte @Nullable [] value) {
      byte[] old = value == null ? rows.remove(key) : rows.put(key.clone(), value.clone());
      before.putIfAbsent(key.clone(), Optional.ofNullable(old));
      bytes += (value == null ? 0 : key.length + value.length);
      bytes -= (old == null ? 0 : key.length + old.length);
      return old;
    }
  }

  @Override
  public StoreId id() {
    return id;
  }

  private Group group(byte[] key) {
    return groups[key[0] & 0xFF];
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    byte[] value = group(key).rows.get(key);
    return value == null ? null : value.clone();
  }

  @Override
  public void findPresent(byte[] keys, int[] ends, int count, boolean[] present) {
    for (int i = 0; i < count; i++) {
      byte[] key = Arrays.copyOfRange(keys, i == 0 ? 0 : ends[i - 1], ends[i]);
      present[i] = group(key).rows.containsKey(key);
    }
  }

  @Override
  public void insert(byte[] key, byte[] value) {
    require(group(key).write(key, value) == null, "insert of a key that is present");
  }

  @Override
  public void replace(byte[] key, byte[] value) {
    require(group(key).write(key, value) != null, "replace of a key that is absent");
  }

  @Override
  public void delete(byte[] key) {
    require(group(key).write(key, null) != null, "delete of a key that is absent");
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise + " in " + id);
    }
  }

  @Override
  public StateCursor scan(KeyRange range) {
    return new Cursor(range);
  }

  @Override
  public long rows() {
    long rows = 0;
    for (Group group : groups) {
      rows += group.rows.size();
    }
    return rows;
  }

  long bytes() {
    long bytes = 0;
    for (Group group : groups) {
      bytes += group.bytes;
    }
    return bytes;
  }

  /** Ends the batch; true when it changed anything. */
  boolean seal() {
    boolean changed = false;
    for (Group group : groups) {
      changed |= !group.before.isEmpty();
      group.before.clear();
    }
    return changed;
  }

  void discard() {
    for (Group group : groups) {
      for (Map.Entry<byte[], Optional<byte[]>> change : Map.copyOf(group.before).entrySet()) {
        group.write(change.getKey(), change.getValue().orElse(null));
      }
      group.before.clear();
    }
  }

  /** Walks by asking for the next higher key, so that changes under way do no harm. */
  private final class Cursor implements StateCursor {
    private final KeyRange range;
    private int group;
    private Map.@Nullable Entry<byte[], byte[]> row;

    Cursor(KeyRange range) {
      this.range = range;
      this.group = range.firstGroup();
    }

    @Override
    public boolean next() {
      for (; group <= range.lastGroup(); group++) {
        NavigableMap<byte[], byte[]> rows = groups[group].rows;
        boolean inside = row != null && (row.getKey()[0] & 0xFF) == group;
        NavigableMap<byte[], byte[]> rest =
            inside ? rows.tailMap(row.getKey(), false) : rows.tailMap(range.from(), true);
        Iterator<Map.Entry<byte[], byte[]>> first = rest.entrySet().iterator();
        if (first.hasNext()) {
          Map.Entry<byte[], byte[]> found = first.next();
          if (range.contains(found.getKey())) {
            row = Map.entry(found.getKey(), found.getValue());
            return true;
          }
        }
      }
      return false;
    }

    private Map.Entry<byte[], byte[]> row() {
      if (row == null) {
        throw new NoSuchElementException("next() comes first");
      }
      return row;
    }

    @Override
    public byte[] key() {
      return row().getKey().clone();
    }

    @Override
    public byte[] value() {
      return row().getValue().clone();
    }

    @Override
    public void remove() {
      delete(row().getKey());
    }

    @Override
    public void close() {}
  }
}
