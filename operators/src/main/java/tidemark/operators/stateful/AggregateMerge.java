package tidemark.operators.stateful;

import org.jspecify.annotations.Nullable;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.WorkBlocks;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyGroups;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.StateRows;
import tidemark.operators.time.WindowSpec;

/** Merges the shares of one partition with its stored groups, stores, closes and emits. */
final class AggregateMerge {
  private static final byte[] NO_KEY = {};

  private final AggregateShape shape;
  private final OperatorContext context;
  private final StateRows rows;
  private final int header;
  private final WorkBlocks.Part keyGroups;
  private final long closedMicros;
  private final MergedRows output;
  private final GroupStates merged;
  private final ChunkGrouping rest;
  private final StateWriter value = new StateWriter();
  private final KeyWriter bound = new KeyWriter();
  private final KeyReader reader = new KeyReader(NO_KEY, 0);
  private final StoredKeys keys = new StoredKeys();
  private int[] target = new int[0];
  private int[] source = new int[0];
  private long updated;
  private long removed;

  /**
   * @param keyGroups those of the partition
   */
  AggregateMerge(
      AggregateShape shape,
      OperatorContext context,
      StateRows rows,
      WorkBlocks.Part keyGroups,
      Emitter out) {
    this.shape = shape;
    this.context = context;
    this.rows = rows;
    this.header = rows.form().headerBytes();
    this.keyGroups = keyGroups;
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
    if (keyGroups.isEmpty()) {
      return;
    }
    KeyGroups[] groups = new KeyGroups[shares.length];
    for (int i = 0; i < shares.length; i++) {
      groups[i] =
          KeyGroups.of(shares[i].groups().grouped().table(), keyGroups.first(), keyGroups.end());
    }
    boolean closes = closedMicros > AggregateShape.micros(context.time().lateUpToMillis());
    for (int keyGroup = keyGroups.next();
        keyGroup != WorkBlocks.NONE;
        keyGroup = keyGroups.next()) {
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
      for (int group = 0; group < touched; group += keys.count()) {
        keys.write(merged.table(), group);
        stored.lookAhead(keys.bytes(), keys.ends(), keys.count());
        for (int i = 0; i < keys.count(); i++) {
          upsert(stored, i, group + i);
        }
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

  /**
   * @param number of its stored key among those written last
   */
  private void upsert(KeyGroupRows stored, int number, int group) {
    byte[] key = keys.bytes();
    int at = keys.start(number);
    boolean found = stored.find(number);
    if (found) {
      merged.mergeStored(
          group, stored.value(), stored.valueStart() + header, stored.valueLength() - header);
    }
    boolean closed = shape.hasExpiry() && closingTime(key, at) <= closedMicros;
    if (context.mode() == OutputMode.UPDATE) {
      emitUpdate(found ? stored : null, at, group, closed);
    } else if (closed) {
      emit(key, at, merged, group);
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
   * Emits a group that the batch touched.
   *
   * @param stored where its row was found; null if there was none
   * @param at where its stored key begins
   */
  private void emitUpdate(@Nullable KeyGroupRows stored, int at, int group, boolean closed) {
    byte[] key = keys.bytes();
    boolean last = closed && shape.updates().closingRow();
    if (shape.updates().changesOnly() && stored != null && !last) {
      output.beginPair();
      int start = stored.valueStart();
      emitStored(key, at, stored.value(), start + header, stored.valueLength() - header);
    }
    output.mark(stored == null ? Op.INSERT : Op.UPDATE, last);
    emit(key, at, merged, group);
  }

  /** Removes the groups that the watermark has passed; append emits them. */
  private void close(int keyGroup) {
    bound.clear();
    bound.writeByte(keyGroup);
    bound.writeLong(closedMicros + 1);
    if (context.mode() == OutputMode.APPEND || shape.updates().closingRow()) {
      rows.take(new byte[] {(byte) keyGroup}, bound.toBytes(), this::emitClosed);
    } else {
      removed += rows.dropBefore(bound.toBytes());
    }
  }

  private void emitClosed(byte[] key, byte[] stored) {
    removed++;
    output.mark(context.mode() == OutputMode.UPDATE ? Op.UPDATE : Op.INSERT, true);
    emitStored(key, stored);
  }

  private void emitStored(byte[] key, byte[] stored) {
    emitStored(key, 0, stored, header, stored.length - header);
  }

  private void emitStored(byte[] key, int at, byte[] value, int valueAt, int length) {
    int group = output.load(value, valueAt, length);
    emit(key, at, output.loaded(), group);
  }

  /**
   * @param at where the stored key begins
   */
  private void emit(byte[] key, int at, GroupStates states, int group) {
    int keyAt = at + (shape.hasExpiry() ? 9 : 1);
    if (shape.window().isPresent()) {
      WindowSpec.Fixed window = (WindowSpec.Fixed) shape.window().get();
      long end = closingTime(key, at);
      output.add(end - window.sizeMicros(), end, key, keyAt, states, group);
    } else {
      output.add(key, keyAt, states, group);
    }
  }

  private long closingTime(byte[] key, int at) {
    reader.open(key, at + 1);
    return reader.readLong();
  }
}
