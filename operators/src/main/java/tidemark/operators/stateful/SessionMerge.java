package tidemark.operators.stateful;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.SortedKeys;
import tidemark.operators.state.StateRows;

/** Merges the sessions of one partition's shares with the stored ones, stores, closes and emits. */
final class SessionMerge {
  private static final byte[] NOTHING = {};

  private final StateRows rows;
  private final StateRows ends;
  private final int firstGroup;
  private final int endGroup;
  private final OutputMode mode;
  private final long closedMicros;
  private final boolean closesMore;
  private final Updates updates;
  private final MergedRows output;
  private final SessionTable merged;
  private final StateWriter value = new StateWriter();
  private final KeyWriter key = new KeyWriter();
  private final BitSet touched = new BitSet();
  private long updated;
  private long removed;

  SessionMerge(
      AggregateShape shape,
      OperatorContext context,
      StateRows rows,
      StateRows ends,
      int firstGroup,
      int endGroup,
      Emitter out) {
    this.rows = rows;
    this.ends = ends;
    this.firstGroup = firstGroup;
    this.endGroup = endGroup;
    this.mode = context.mode();
    this.updates = shape.updates();
    boolean closes = shape.watermarked() && mode != OutputMode.COMPLETE;
    this.closedMicros =
        closes ? AggregateShape.micros(context.time().evictUpToMillis()) : Long.MIN_VALUE;
    this.closesMore = closedMicros > AggregateShape.micros(context.time().lateUpToMillis());
    this.output = new MergedRows(shape, out);
    this.merged = new SessionTable(shape.functions());
  }

  void run(SessionShare[] shares) {
    Map<Integer, Map<Long, Long>> stored = absorb(shares);
    keepTouched();
    for (int group = 0; group < merged.keys().size(); group++) {
      replace(group, stored.getOrDefault(group, Map.of()));
    }
    if (mode == OutputMode.COMPLETE) {
      emitAll();
    } else if (closesMore) {
      close();
    }
    output.flush();
  }

  /** Sessions that were touched and merged into others count under the numbers of those. */
  private void keepTouched() {
    BitSet current = new BitSet();
    touched.stream().map(merged::current).forEach(current::set);
    touched.clear();
    touched.or(current);
  }

  long updated() {
    return updated;
  }

  long removed() {
    return removed;
  }

  /**
   * Brings stored and new sessions of the touched keys together; answers the stored spans by key.
   */
  private Map<Integer, Map<Long, Long>> absorb(SessionShare[] shares) {
    Map<Integer, Map<Long, Long>> stored = new HashMap<>();
    boolean anyStored = !rows.isEmpty();
    for (SessionShare share : shares) {
      GroupTable keys = share.table().keys();
      for (int from = 0; from < keys.size(); from++) {
        int keyGroup = KeyHash.group(keys.hash(from));
        if (keyGroup < firstGroup || keyGroup >= endGroup) {
          continue;
        }
        int known = merged.keys().size();
        int to = merged.key(keys.arena(), keys.start(from), keys.length(from), keys.hash(from));
        if (anyStored && to == known) {
          stored.put(to, load(to));
        }
        absorb(share.table(), from, to);
      }
    }
    return stored;
  }

  private void absorb(SessionTable share, int from, int to) {
    for (int s = share.newest(from); s != SessionTable.NONE; s = share.older(s)) {
      int target = merged.place(to, share.start(s), share.end(s));
      merged.states().merge(target, share.states(), s);
      touched.set(target);
    }
  }

  private Map<Long, Long> load(int group) {
    Map<Long, Long> spans = new HashMap<>();
    rows.scanPrefix(
        storedKey(group),
        (storedKey, storedValue) -> {
          long start = new KeyReader(storedKey, storedKey.length - 8).readLong();
          StateReader header = new StateReader(storedValue);
          header.readCount();
          long end = header.readLong();
          int session = merged.place(group, start, end);
          int at = header.position();
          merged.states().mergeStored(session, storedValue, at, storedValue.length - at);
          spans.put(start, end);
        });
    return spans;
  }

  /** The key's sessions as they are now take the place of the stored ones. */
  private void replace(int group, Map<Long, Long> storedSpans) {
    byte[] prefix = storedKey(group);
    Map<Long, Long> gone = new TreeMap<>(storedSpans);
    for (int s = merged.newest(group); s != SessionTable.NONE; s = merged.older(s)) {
      gone.remove(merged.start(s));
    }
    gone.forEach((start, end) -> takeBack(prefix, start, end));
    for (int s = merged.newest(group); s != SessionTable.NONE; s = merged.older(s)) {
      long start = merged.start(s);
      long end = merged.end(s);
      Long storedEnd = storedSpans.get(start);
      boolean closed = end <= closedMicros;
      if (mode == OutputMode.UPDATE) {
        emitUpdate(prefix, s, storedEnd, closed);
      } else if (closed) {
        output.add(start, end, prefix, 1, merged.states(), s);
      }
      if (closed) {
        removed++;
        drop(prefix, start, storedEnd);
      } else {
        updated++;
        store(prefix, start, end, storedEnd, s);
      }
    }
  }

  /** A session that a row came to, or that is handed out once more because it is closed. */
  private void emitUpdate(byte[] prefix, int s, @Nullable Long storedEnd, boolean closed) {
    boolean last = closed && updates.closingRow();
    if (!touched.get(s) && !last) {
      return;
    }
    long start = merged.start(s);
    if (updates.changesOnly() && storedEnd != null && !last) {
      output.beginPair();
      emitStored(rowKey(prefix, start), stored(rowKey(prefix, start)), storedEnd);
    }
    output.mark(storedEnd == null ? Op.INSERT : Op.UPDATE, last);
    output.add(start, merged.end(s), prefix, 1, merged.states(), s);
  }

  /** A stored session that starts earlier now, or is a part of another one. */
  private void takeBack(byte[] prefix, long start, long end) {
    if (mode == OutputMode.UPDATE) {
      output.mark(Op.DELETE, false);
      emitStored(rowKey(prefix, start), stored(rowKey(prefix, start)), end);
    }
    drop(prefix, start, end);
  }

  private byte[] stored(byte[] rowKey) {
    byte[] stored = rows.get(rowKey);
    if (stored == null) {
      throw new IllegalStateException("a session is known, but not stored");
    }
    return stored;
  }

  private void store(byte[] prefix, long start, long end, @Nullable Long storedEnd, int s) {
    value.reset();
    value.writeCount(rows.form().layout());
    value.writeLong(end);
    merged.states().encode(s, value);
    byte[] rowKey = rowKey(prefix, start);
    if (storedEnd == null) {
      rows.insert(rowKey, value.toBytes());
      ends.insert(indexKey(prefix, start, end), NOTHING);
      return;
    }
    rows.replace(rowKey, value.toBytes());
    if (storedEnd != end) {
      ends.delete(indexKey(prefix, start, storedEnd));
      ends.insert(indexKey(prefix, start, end), NOTHING);
    }
  }

  private void drop(byte[] prefix, long start, @Nullable Long storedEnd) {
    if (storedEnd != null) {
      rows.delete(rowKey(prefix, start));
      ends.delete(indexKey(prefix, start, storedEnd));
    }
  }

  private void close() {
    for (int keyGroup = firstGroup; keyGroup < endGroup; keyGroup++) {
      key.clear();
      key.writeByte(keyGroup);
      key.writeLong(closedMicros + 1);
      ends.scan(
          new byte[] {(byte) keyGroup}, key.toBytes(), (indexKey, nothing) -> close(indexKey));
    }
  }

  private void close(byte[] indexKey) {
    removed++;
    long end = new KeyReader(indexKey, 1).readLong();
    byte[] rowKey = new byte[indexKey.length - 8];
    rowKey[0] = indexKey[0];
    System.arraycopy(indexKey, 9, rowKey, 1, rowKey.length - 1);
    if (mode != OutputMode.UPDATE) {
      emitStored(rowKey, stored(rowKey), end);
    } else if (updates.closingRow()) {
      output.mark(Op.UPDATE, true);
      emitStored(rowKey, stored(rowKey), end);
    }
    rows.delete(rowKey);
    ends.delete(indexKey);
  }

  private void emitAll() {
    for (int keyGroup = firstGroup; keyGroup < endGroup; keyGroup++) {
      rows.scanPrefix(
          new byte[] {(byte) keyGroup},
          (rowKey, stored) -> {
            StateReader header = new StateReader(stored);
            header.readCount();
            emitStored(rowKey, stored, header.readLong());
          });
    }
  }

  private void emitStored(byte[] rowKey, byte[] stored, long end) {
    StateReader header = new StateReader(stored);
    header.readCount();
    header.readLong();
    int group = output.load(stored, header.position());
    long start = new KeyReader(rowKey, rowKey.length - 8).readLong();
    output.add(start, end, rowKey, 1, output.loaded(), group);
  }

  private byte[] storedKey(int group) {
    GroupTable keys = merged.keys();
    return SortedKeys.storedKey(keys, group);
  }

  private static byte[] rowKey(byte[] prefix, long start) {
    KeyWriter out = new KeyWriter();
    out.writeRaw(prefix, 0, prefix.length);
    out.writeLong(start);
    return out.toBytes();
  }

  private static byte[] indexKey(byte[] prefix, long start, long end) {
    KeyWriter out = new KeyWriter();
    out.writeRaw(prefix, 0, 1);
    out.writeLong(end);
    out.writeRaw(prefix, 1, prefix.length - 1);
    out.writeLong(start);
    return Arrays.copyOf(out.buffer(), out.length());
  }
}
