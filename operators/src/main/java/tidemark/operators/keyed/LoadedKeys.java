package tidemark.operators.keyed;

import java.util.Arrays;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.SortedKeys;
import tidemark.operators.state.StateRows;

/**
 * Keys in memory with their state: read from the store together, changed, and written back
 * together. Used by one thread.
 */
final class LoadedKeys {
  private static final byte[] NOTHING = {};

  private final StateRows rows;
  private final StateRows timeouts;
  private final GroupTable table;
  private final KeyStates states;
  private boolean[] stored = new boolean[16];
  private long[] storedDue = new long[16];

  /** The keys in stored order, as they were when they were read. */
  private int[] order = new int[0];

  private byte[] key = new byte[64];
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

  /** Reads the state of all keys of the table, a key group at a time. */
  void load() {
    int size = table.size();
    states.ensure(size);
    if (size > stored.length) {
      stored = new boolean[size];
      storedDue = new long[size];
    }
    Arrays.fill(stored, false);
    Arrays.fill(storedDue, KeyStates.NEVER);
    order = SortedKeys.order(table);
    if (!rows.isEmpty()) {
      forEachGroup(this::load);
    }
  }

  private void load(int keyGroup, int from, int to) {
    try (KeyGroupRows group = rows.group(keyGroup, to - from)) {
      for (int i = from; i < to; i++) {
        int slot = order[i];
        if (find(group, slot)) {
          states.read(slot, group.value(), group.valueStart(), group.valueLength());
          stored[slot] = true;
          storedDue[slot] = states.due(slot);
        }
      }
    }
  }

  /** Writes back what changed. */
  void store() {
    forEachGroup(this::store);
  }

  private void store(int keyGroup, int from, int to) {
    int lookups = 0;
    boolean changed = false;
    for (int i = from; i < to; i++) {
      changed |= states.isChanged(order[i]);
      lookups += states.isChanged(order[i]) && stored[order[i]] ? 1 : 0;
    }
    if (!changed) {
      return;
    }
    try (KeyGroupRows group = rows.group(keyGroup, lookups);
        KeyGroupRows dues = timeouts.group(keyGroup, lookups)) {
      for (int i = from; i < to; i++) {
        if (states.isChanged(order[i])) {
          store(group, dues, order[i]);
        }
      }
    }
  }

  private void store(KeyGroupRows group, KeyGroupRows dues, int slot) {
    boolean kept = states.isKept(slot);
    if (kept) {
      updated++;
      value.reset();
      states.write(slot, rows.form().layout(), value);
      if (stored[slot]) {
        find(group, slot);
        group.put(value.bytes(), 0, value.size());
      } else {
        int length = writeKey(slot);
        group.insert(key, 0, length, value.bytes(), 0, value.size());
      }
    } else if (stored[slot]) {
      removed++;
      find(group, slot);
      group.remove();
    }
    long due = kept ? states.due(slot) : KeyStates.NEVER;
    if (due != storedDue[slot]) {
      if (storedDue[slot] != KeyStates.NEVER) {
        writeIndexKey(slot, storedDue[slot]);
        dues.find(index.buffer(), 0, index.length());
        dues.remove();
      }
      if (due != KeyStates.NEVER) {
        writeIndexKey(slot, due);
        dues.insert(index.buffer(), 0, index.length(), NOTHING, 0, 0);
      }
    }
  }

  /** Takes the keys of one key group: positions in {@link #order}. */
  private interface GroupVisitor {
    void visit(int keyGroup, int from, int to);
  }

  private void forEachGroup(GroupVisitor visitor) {
    int from = 0;
    while (from < order.length) {
      int keyGroup = KeyHash.group(table.hash(order[from]));
      int to = from + 1;
      while (to < order.length && KeyHash.group(table.hash(order[to])) == keyGroup) {
        to++;
      }
      visitor.visit(keyGroup, from, to);
      from = to;
    }
  }

  private boolean find(KeyGroupRows group, int slot) {
    int length = writeKey(slot);
    return group.find(key, 0, length);
  }

  private int writeKey(int slot) {
    int length = table.length(slot) + 1;
    if (key.length < length) {
      key = new byte[2 * length];
    }
    SortedKeys.writeStoredKey(table, slot, key, 0);
    return length;
  }

  /** {@code key group | due | key}. */
  private void writeIndexKey(int slot, long due) {
    index.clear();
    index.writeByte(KeyHash.group(table.hash(slot)));
    index.writeLong(due);
    index.writeRaw(table.arena(), table.start(slot), table.length(slot));
  }
}
