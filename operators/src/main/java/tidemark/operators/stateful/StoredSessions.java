package tidemark.operators.stateful;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.StateRows;

/**
 * The stored sessions of one key group after the other, with the index that orders them by their
 * ends. Used by one thread; each group that was opened must be closed.
 */
final class StoredSessions implements AutoCloseable {
  private static final byte[] NOTHING = {};

  /** A key group is read as a whole from so many rows for each key that is touched. */
  private static final int WORTH_READING = 8;

  private final StateRows rows;
  private final StateRows ends;
  private final KeyWriter prefix = new KeyWriter();
  private final KeyWriter rowKey = new KeyWriter();
  private final KeyWriter indexKey = new KeyWriter();
  private final StateWriter value = new StateWriter();
  private final StateReader reader = new StateReader();
  private int keyGroup;
  private long taken;
  private @Nullable KeyGroupRows openRows;
  private @Nullable KeyGroupRows openEnds;

  StoredSessions(StateRows rows, StateRows ends) {
    this.rows = rows;
    this.ends = ends;
  }

  /** Opens a key group in which so many keys were touched. */
  void open(int group, int touched) {
    keyGroup = group;
    openRows = rows.group(group, touched);
    openEnds = ends.group(group, touched);
  }

  @Override
  public void close() {
    if (openRows != null) {
      openRows.close();
      openRows = null;
    }
    if (openEnds != null) {
      openEnds.close();
      openEnds = null;
    }
  }

  /** Brings the stored sessions of the table's keys, which are of the open group, into it. */
  void load(SessionTable table, StoredSpans spans) {
    GroupTable keys = table.keys();
    spans.reset(keys.size());
    if (rows.isEmpty()) {
      return;
    }
    if ((long) keys.size() * WORTH_READING * KeyHash.GROUPS >= rows.count()) {
      rows.scanPrefix(
          new byte[] {(byte) keyGroup},
          (stored, row) -> {
            int length = stored.length - 9;
            int key = keys.known(stored, 1, length, KeyHash.of(stored, 1, length));
            if (key >= 0) {
              load(key, stored, row, table, spans);
            }
          });
      return;
    }
    for (int key = 0; key < keys.size(); key++) {
      int number = key;
      select(keys, key);
      rows.scanPrefix(prefix.toBytes(), (stored, row) -> load(number, stored, row, table, spans));
    }
  }

  private void load(int key, byte[] stored, byte[] row, SessionTable table, StoredSpans spans) {
    long start = start(stored, stored.length);
    reader.open(row, 0, row.length);
    reader.readCount();
    long end = reader.readLong();
    spans.add(key, start, end);
    int session = table.place(key, start, end);
    table.ensure();
    table.states().mergeStored(session, row, reader.position(), reader.remaining());
  }

  private static long start(byte[] stored, int length) {
    return new KeyReader(stored, length - 8).readLong();
  }

  /** Turns to the sessions of a key. */
  void select(GroupTable keys, int key) {
    prefix.clear();
    prefix.writeByte(keyGroup);
    prefix.writeRaw(keys.arena(), keys.start(key), keys.length(key));
  }

  /** The stored form of the key selected: the key group, then the key. */
  byte[] key() {
    return prefix.buffer();
  }

  /** Stores a session of the key selected that was not stored under this start. */
  void insert(long start, long end, GroupStates states, int session) {
    row(start);
    find(sessions(), rowKey, false);
    put(end, states, session);
    insertIndex(start, end);
  }

  /** Stores a session in the place of the one that has its start and had this end. */
  void replace(long start, long storedEnd, long end, GroupStates states, int session) {
    row(start);
    find(sessions(), rowKey, true);
    put(end, states, session);
    if (storedEnd != end) {
      removeIndex(start, storedEnd);
      insertIndex(start, end);
    }
  }

  private void put(long end, GroupStates states, int session) {
    value.reset();
    value.writeCount(rows.form().layout());
    value.writeLong(end);
    states.encode(session, value);
    sessions().put(value.bytes(), 0, value.size());
  }

  /** Removes a stored session of the key selected. */
  void remove(long start, long end) {
    row(start);
    find(sessions(), rowKey, true);
    sessions().remove();
    removeIndex(start, end);
  }

  /** Emits a stored session of the key selected. */
  void emit(long start, MergedRows output) {
    row(start);
    find(sessions(), rowKey, true);
    emitFound(output);
  }

  /** Emits every stored session of the open group. */
  void emitAll(MergedRows output) {
    rows.scanPrefix(
        new byte[] {(byte) keyGroup},
        (stored, row) -> {
          reader.open(row, 0, row.length);
          emit(stored, stored.length, row, output);
        });
  }

  /**
   * Removes the sessions of the open group that end at or before a time.
   *
   * @param output takes them, if they come out
   * @return how many there were
   */
  long takeEnded(long upToMicros, Optional<MergedRows> output) {
    indexKey.clear();
    indexKey.writeByte(keyGroup);
    indexKey.writeLong(upToMicros + 1);
    long before = taken;
    ends.take(
        new byte[] {(byte) keyGroup},
        indexKey.toBytes(),
        (index, nothing) -> {
          taken++;
          rowKey.clear();
          rowKey.writeByte(keyGroup);
          rowKey.writeRaw(index, 9, index.length - 9);
          find(sessions(), rowKey, true);
          output.ifPresent(this::emitFound);
          sessions().remove();
        });
    return taken - before;
  }

  private void emitFound(MergedRows output) {
    KeyGroupRows found = sessions();
    reader.open(found.value(), found.valueStart(), found.valueLength());
    emit(rowKey.buffer(), rowKey.length(), found.value(), output);
  }

  /** Emits the session that the reader stands before. */
  private void emit(byte[] stored, int length, byte[] row, MergedRows output) {
    reader.readCount();
    long end = reader.readLong();
    int session = output.load(row, reader.position(), reader.remaining());
    output.add(start(stored, length), end, stored, 1, output.loaded(), session);
  }

  private void insertIndex(long start, long end) {
    index(start, end);
    find(rowsByEnd(), indexKey, false);
    rowsByEnd().put(NOTHING, 0, 0);
  }

  private void removeIndex(long start, long end) {
    index(start, end);
    find(rowsByEnd(), indexKey, true);
    rowsByEnd().remove();
  }

  private static void find(KeyGroupRows group, KeyWriter key, boolean expected) {
    if (group.find(key.buffer(), 0, key.length()) != expected) {
      throw new IllegalStateException("what is known of the stored sessions is wrong");
    }
  }

  private void row(long start) {
    rowKey.clear();
    rowKey.writeRaw(prefix.buffer(), 0, prefix.length());
    rowKey.writeLong(start);
  }

  private void index(long start, long end) {
    indexKey.clear();
    indexKey.writeByte(keyGroup);
    indexKey.writeLong(end);
    indexKey.writeRaw(prefix.buffer(), 1, prefix.length() - 1);
    indexKey.writeLong(start);
  }

  private KeyGroupRows sessions() {
    return opened(openRows);
  }

  private KeyGroupRows rowsByEnd() {
    return opened(openEnds);
  }

  private static KeyGroupRows opened(@Nullable KeyGroupRows group) {
    if (group == null) {
      throw new IllegalStateException("no key group is open");
    }
    return group;
  }
}
