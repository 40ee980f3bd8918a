package tidemark.operators.stateful;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyGroups;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.SortedKeys;
import tidemark.operators.state.StateRows;
import tidemark.operators.time.WindowSpec;

/** Merges the shares of one partition with its stored groups, stores, closes and emits. */
final class AggregateMerge {
  private static final byte[] NO_KEY = {};

  private final AggregateShape shape;
  private final OperatorContext context;
  private final StateRows rows;
  private final int header;
  private final int firstGroup;
  private final int endGroup;
  private final long closedMicros;
  private final MergedRows output;
  private final GroupStates merged;
  private final ChunkGrouping rest;
  private final StateWriter value = new StateWriter();
  private final KeyWriter bound = new KeyWriter();
  private final KeyReader reader = new KeyReader(NO_KEY, 0);
  private byte[] key = new byte[64];
  private int[] target = new int[0];
  private int[] source = new int[0];
  private long updated;
  private long removed;

  /**
   * @param firstGroup first key group of the partition
   * @param endGroup the one after its last
   */
  AggregateMerge(
      AggregateShape shape,
      OperatorContext context,
      StateRows rows,
      int firstGroup,
      int endGroup,
      Emitter out) {
    this.shape = shape;
    this.context = context;
    this.rows = rows;
    this.header = rows.form().headerBytes();
    this.firstGroup = firstGroup;
    this.endGroup = endGroup;
    boolean closes =
        shape.watermarked() && shape.hasExpiry() && context.mode() != OutputMode.COMPLETE;
    this.closedMicros =
        closes ? AggregateShape.micros(context.time().evictUpToMillis()) : Long.MIN_VALUE;
    this.output = new MergedRows(shape, out);
    this.merged = new GroupStates(shape.functions());
    this.rest = new ChunkGrouping(merged);
  }

  /**
   * Goes through the key groups one by one, so that what is worked on at a time is small and the
   * store sees each once.
   */
  void run(AggregateShare[] shares) {
    KeyGroups[] groups = new KeyGroups[shares.length];
    for (int i = 0; i < shares.length; i++) {
      groups[i] = KeyGroups.of(shares[i].groups().grouped().table(), firstGroup, endGroup);
    }
    boolean closes = closedMicros > AggregateShape.micros(context.time().lateUpToMillis());
    for (int keyGroup = firstGroup; keyGroup < endGroup; keyGroup++) {
      merged.reset();
      for (int i = 0; i < shares.length; i++) {
        merge(shares[i].groups().grouped(), groups[i], keyGroup);
        for (UngroupedChunk chunk : shares[i].groups().ungrouped().chunks()) {
          rest.add(chunk, chunk.start(keyGroup), chunk.start(keyGroup + 1));
        }
      }
      addGlobalGroup(keyGroup);
      finish(keyGroup, closes);
    }
    output.flush();
  }

  private void finish(int keyGroup, boolean closes) {
    int touched = merged.table().size();
    if (touched == 0) {
      release(keyGroup, closes);
      return;
    }
    try (KeyGroupRows stored = rows.group(keyGroup, touched)) {
      for (int group = 0; group < touched; group++) {
        upsert(stored, group);
      }
      release(keyGroup, closes);
    }
  }

  /** What is due of a key group apart from the groups touched. */
  private void release(int keyGroup, boolean closes) {
    if (context.mode() == OutputMode.COMPLETE) {
      rows.scanPrefix(new byte[] {(byte) keyGroup}, this::emitStored);
    } else if (closes) {
      close(keyGroup);
    }
  }

  long updated() {
    return updated;
  }

  long removed() {
    return removed;
  }

  private void merge(GroupStates share, KeyGroups groups, int keyGroup) {
    GroupTable table = share.table();
    int count = groups.count(keyGroup);
    if (count > target.length) {
      target = new int[2 * count];
      source = new int[2 * count];
    }
    int from = groups.start(keyGroup);
    for (int i = 0; i < count; i++) {
      int group = groups.group(from + i);
      source[i] = group;
      target[i] =
          merged.find(table.arena(), table.start(group), table.length(group), table.hash(group));
    }
    merged.ensure();
    merged.merge(target, share, source, count);
  }

  /** The one group without keys is there even if no row came. */
  private void addGlobalGroup(int keyGroup) {
    long hash = KeyHash.of(NO_KEY, 0, 0);
    if (shape.isGlobal() && KeyHash.group(hash) == keyGroup) {
      merged.find(NO_KEY, 0, 0, hash);
      merged.ensure();
    }
  }

  private void upsert(KeyGroupRows stored, int group) {
    GroupTable table = merged.table();
    int length = table.length(group) + 1;
    if (key.length < length) {
      key = new byte[2 * length];
    }
    SortedKeys.writeStoredKey(table, group, key);
    boolean found = stored.find(key, 0, length);
    if (found) {
      merged.mergeStored(
          group, stored.value(), stored.valueStart() + header, stored.valueLength() - header);
    }
    boolean closed = shape.hasExpiry() && closingTime(key) <= closedMicros;
    if (context.mode() == OutputMode.UPDATE) {
      emitUpdate(found ? stored : null, group, closed);
    } else if (closed) {
      emit(key, merged, group);
    }
    if (!closed) {
      updated++;
      value.reset();
      value.writeCount(rows.form().layout());
      merged.encode(group, value);
      stored.put(value.bytes(), 0, value.size());
    } else {
      removed++;
      if (found) {
        stored.remove();
      }
    }
  }

  /**
   * A group that the batch touched.
   *
   * @param stored where its row was found; null if there was none
   */
  private void emitUpdate(@Nullable KeyGroupRows stored, int group, boolean closed) {
    boolean last = closed && shape.updates().closingRow();
    if (shape.updates().changesOnly() && stored != null && !last) {
      output.beginPair();
      int start = stored.valueStart();
      emitStored(key, Arrays.copyOfRange(stored.value(), start, start + stored.valueLength()));
    }
    output.mark(stored == null ? Op.INSERT : Op.UPDATE, last);
    emit(key, merged, group);
  }

  /** Removes the groups that the watermark has passed; append emits them. */
  private void close(int keyGroup) {
    bound.clear();
    bound.writeByte(keyGroup);
    bound.writeLong(closedMicros + 1);
    byte[] from = {(byte) keyGroup};
    if (context.mode() == OutputMode.APPEND || shape.updates().closingRow()) {
      rows.take(from, bound.toBytes(), this::emitClosed);
    } else {
      removed += rows.drop(from, bound.toBytes());
    }
  }

  private void emitClosed(byte[] key, byte[] stored) {
    removed++;
    if (context.mode() == OutputMode.UPDATE) {
      output.mark(Op.UPDATE, true);
    }
    emitStored(key, stored);
  }

  private void emitStored(byte[] key, byte[] stored) {
    int group = output.load(stored, header, stored.length - header);
    emit(key, output.loaded(), group);
  }

  private void emit(byte[] key, GroupStates states, int group) {
    int keyAt = shape.hasExpiry() ? 9 : 1;
    if (shape.window().isPresent()) {
      WindowSpec.Fixed window = (WindowSpec.Fixed) shape.window().get();
      long end = closingTime(key);
      output.add(end - window.sizeMicros(), end, key, keyAt, states, group);
    } else {
      output.add(key, keyAt, states, group);
    }
  }

  private long closingTime(byte[] storedKey) {
    reader.open(storedKey, 1);
    return reader.readLong();
  }
}
