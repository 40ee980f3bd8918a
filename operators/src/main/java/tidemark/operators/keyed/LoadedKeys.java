package tidemark.operators.keyed;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.SortedKeys;
import tidemark.operators.state.StateRows;

/**
 * Keys in memory with their state: read from the store together, changed, and written back
 * together. Used by one thread.
 */
final class LoadedKeys {
  private static final int LOOKUP = 1024;
  private static final byte[] NOTHING = {};

  private final StateRows rows;
  private final StateRows timeouts;
  private final GroupTable table;
  private final KeyStates states;
  private boolean[] stored = new boolean[16];
  private long[] storedDue = new long[16];
  private final StateWriter value = new StateWriter();
  private final KeyWriter index = new KeyWriter();
  private long updated;
  private long removed;

  /**
   * @param table the keys; may hold some already
   * @param timeouts finds keys by when their time-out is due
   */
  LoadedKeys(GroupTable table, KeyStates states, StateRows rows, StateRows timeouts) {
    this.table = table;
    this.states = states;
    this.rows = rows;
    this.timeouts = timeouts;
  }

  GroupTable table() {
    return table;
  }

  KeyStates states() {
    return states;
  }

  /** Stored rows written. */
  long updated() {
    return updated;
  }

  /** Stored rows deleted. */
  long removed() {
    return removed;
  }

  /** Forgets all keys. */
  void reset() {
    table.clear();
    states.reset();
  }

  /** Reads the state of all keys of the table. */
  void load() {
    int size = table.size();
    states.ensure(size);
    if (size > stored.length) {
      stored = new boolean[size];
      storedDue = new long[size];
    }
    Arrays.fill(stored, false);
    Arrays.fill(storedDue, KeyStates.NEVER);
    if (rows.isEmpty()) {
      return;
    }
    int[] order = SortedKeys.order(table);
    byte[][] keys = new byte[LOOKUP][];
    byte[] @Nullable [] values = new byte[LOOKUP][];
    for (int from = 0; from < size; from += LOOKUP) {
      int count = Math.min(LOOKUP, size - from);
      for (int i = 0; i < count; i++) {
        keys[i] = SortedKeys.storedKey(table, order[from + i]);
      }
      rows.getAll(keys, count, values);
      for (int i = 0; i < count; i++) {
        if (values[i] != null) {
          int slot = order[from + i];
          states.read(slot, values[i]);
          stored[slot] = true;
          storedDue[slot] = states.due(slot);
        }
      }
    }
  }

  /** Writes back what changed. */
  void store() {
    for (int slot : SortedKeys.order(table)) {
      if (states.isChanged(slot)) {
        store(slot);
      }
    }
  }

  private void store(int slot) {
    boolean kept = states.isKept(slot);
    if (kept) {
      updated++;
      value.reset();
      states.write(slot, rows.form().layout(), value);
      byte[] key = SortedKeys.storedKey(table, slot);
      if (stored[slot]) {
        rows.replace(key, value.toBytes());
      } else {
        rows.insert(key, value.toBytes());
      }
    } else if (stored[slot]) {
      removed++;
      rows.delete(SortedKeys.storedKey(table, slot));
    }
    long due = kept ? states.due(slot) : KeyStates.NEVER;
    if (due != storedDue[slot]) {
      if (storedDue[slot] != KeyStates.NEVER) {
        timeouts.delete(indexKey(slot, storedDue[slot]));
      }
      if (due != KeyStates.NEVER) {
        timeouts.insert(indexKey(slot, due), NOTHING);
      }
    }
  }

  /** {@code key group | due | key}. */
  private byte[] indexKey(int slot, long due) {
    index.clear();
    index.writeByte(KeyHash.group(table.hash(slot)));
    index.writeLong(due);
    index.writeRaw(table.arena(), table.start(slot), table.length(slot));
    return index.toBytes();
  }
}
