package tidemark.operators.keyed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.batch.Batch;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.StateRows;

/** One partition of a keyed step: takes its rows, stores, then fires the time-outs that are due. */
final class KeyedMerge {
  /** How many bytes stand before the key in the index of time-outs. */
  private static final int INDEX_HEADER = 9;

  private final KeyedShape shape;
  private final StateRows rows;
  private final StateRows timeouts;
  private final int partition;
  private final int firstGroup;
  private final int endGroup;
  private final long dueMicros;
  private final long nowMicros;
  private final KeyedLogic logic;
  private long updated;
  private long removed;

  KeyedMerge(
      KeyedShape shape,
      OperatorContext context,
      StateRows rows,
      StateRows timeouts,
      int partition,
      Emitter out) {
    this.shape = shape;
    this.rows = rows;
    this.timeouts = timeouts;
    this.partition = partition;
    this.firstGroup = KeyHash.firstGroup(partition, context.partitions().count());
    this.endGroup = KeyHash.firstGroup(partition + 1, context.partitions().count());
    this.nowMicros = KeyedOperator.micros(context.time().batchTimeMillis());
    this.dueMicros =
        shape.hasEventTime() ? KeyedOperator.micros(context.time().evictUpToMillis()) : nowMicros;
    this.logic = shape.logic().apply(out);
  }

  void run(KeyedShare[] shares) {
    takeRows(shares);
    byte[][] due = due();
    while (due.length > 0) {
      fire(due);
      due = due();
    }
    logic.flush();
  }

  long updated() {
    return updated;
  }

  long removed() {
    return removed;
  }

  private void takeRows(KeyedShare[] shares) {
    List<PartRows> parts = new ArrayList<>();
    for (KeyedShare share : shares) {
      if (share != null && share.part(partition).rows() > 0) {
        parts.add(share.part(partition));
      }
    }
    if (parts.isEmpty()) {
      return;
    }
    GroupTable table = parts.get(0).keys();
    List<int[]> slots = new ArrayList<>();
    parts.forEach(part -> slots.add(slots(part.keys(), table)));
    LoadedKeys keys = new LoadedKeys(table, shape.noStates(), rows, timeouts);
    keys.load();
    new OrderedRows(shape.kept(), parts, slots, table.size())
        .forEach((batch, slotOfRow, times) -> logic.rows(keys, batch, slotOfRow, times));
    keys.store();
    count(keys);
  }

  /** Where in the table the keys of another one stand; missing ones are added. */
  private static int[] slots(GroupTable part, GroupTable table) {
    int[] slots = new int[part.size()];
    for (int key = 0; key < slots.length; key++) {
      slots[key] =
          part == table
              ? key
              : table.find(part.arena(), part.start(key), part.length(key), part.hash(key));
    }
    return slots;
  }

  /** The entries of the time-outs that are due, by time, then by key. */
  private byte[][] due() {
    List<byte[]> entries = new ArrayList<>();
    KeyWriter bound = new KeyWriter();
    for (int group = firstGroup; group < endGroup && !timeouts.isEmpty(); group++) {
      bound.clear();
      bound.writeByte(group);
      bound.writeLong(dueMicros + 1);
      timeouts.scan(
          new byte[] {(byte) group}, bound.toBytes(), (entry, nothing) -> entries.add(entry));
    }
    byte[][] sorted = entries.toArray(byte[][]::new);
    Arrays.sort(sorted, (a, b) -> Arrays.compareUnsigned(a, 1, a.length, b, 1, b.length));
    return sorted;
  }

  private void fire(byte[][] due) {
    LoadedKeys keys = new LoadedKeys(new GroupTable(), shape.noStates(), rows, timeouts);
    for (int from = 0; from < due.length; from += Batch.MAX_ROWS) {
      fire(keys, due, from, Math.min(due.length, from + Batch.MAX_ROWS));
    }
    count(keys);
  }

  private void fire(LoadedKeys keys, byte[][] due, int from, int to) {
    int count = to - from;
    int[] slots = new int[count];
    long[] dueAt = new long[count];
    long[] countedFrom = new long[count];
    keys.reset();
    for (int i = 0; i < count; i++) {
      byte[] entry = due[from + i];
      int length = entry.length - INDEX_HEADER;
      slots[i] =
          keys.table().find(entry, INDEX_HEADER, length, KeyHash.of(entry, INDEX_HEADER, length));
      dueAt[i] = new KeyReader(entry, 1).readLong();
      countedFrom[i] = shape.hasEventTime() ? dueAt[i] : nowMicros;
    }
    keys.load();
    for (int slot : slots) {
      keys.states().disarm(slot);
    }
    logic.timeouts(keys, slots, count, dueAt, countedFrom);
    keys.store();
  }

  private void count(LoadedKeys keys) {
    updated += keys.updated();
    removed += keys.removed();
  }
}
