package tidemark.operators.stateful;

import org.jspecify.annotations.Nullable;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyHash;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.SortedKeys;
import tidemark.operators.state.StateRows;
import tidemark.operators.time.WindowSpec;

/** Merges the shares of one partition with its stored groups, stores, closes and emits. */
final class AggregateMerge {
  /** The version of the stored row's layout, written before the accumulators. */
  private static final int SCHEMA_NUMBER = 1;

  /** Bytes of the schema number. */
  private static final int HEADER = 1;

  private static final int LOOKUP = 1024;

  private final AggregateShape shape;
  private final OperatorContext context;
  private final StateRows rows;
  private final int firstGroup;
  private final int endGroup;
  private final long closedMicros;
  private final MergedRows output;
  private final StateWriter value = new StateWriter();
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
    this.firstGroup = firstGroup;
    this.endGroup = endGroup;
    boolean closes =
        shape.watermarked() && shape.hasExpiry() && context.mode() != OutputMode.COMPLETE;
    this.closedMicros =
        closes ? AggregateShape.micros(context.time().evictUpToMillis()) : Long.MIN_VALUE;
    this.output = new MergedRows(shape, out);
  }

  void run(AggregateShare[] shares) {
    upsert(mergeShares(shares));
    if (context.mode() == OutputMode.COMPLETE) {
      emitAll();
    } else if (closedMicros > AggregateShape.micros(context.time().lateUpToMillis())) {
      close();
    }
    output.flush();
  }

  long updated() {
    return updated;
  }

  long removed() {
    return removed;
  }

  private GroupStates mergeShares(AggregateShare[] shares) {
    boolean whole = firstGroup == 0 && endGroup == KeyHash.GROUPS;
    GroupStates merged =
        whole && shares.length == 1 ? shares[0].states() : new GroupStates(shape.functions());
    if (merged.table().size() == 0) {
      for (AggregateShare share : shares) {
        mergeShare(merged, share.states());
      }
    }
    if (shape.isGlobal()) {
      addGlobalGroup(merged);
    }
    return merged;
  }

  private void mergeShare(GroupStates merged, GroupStates share) {
    GroupTable table = share.table();
    for (int group = 0; group < table.size(); group++) {
      int keyGroup = KeyHash.group(table.hash(group));
      if (keyGroup >= firstGroup && keyGroup < endGroup) {
        int target =
            merged.find(table.arena(), table.start(group), table.length(group), table.hash(group));
        merged.ensure();
        merged.merge(target, share, group);
      }
    }
  }

  /** The one group without keys is there even if no row came. */
  private void addGlobalGroup(GroupStates merged) {
    long hash = KeyHash.of(new byte[0], 0, 0);
    int keyGroup = KeyHash.group(hash);
    if (keyGroup >= firstGroup && keyGroup < endGroup) {
      merged.find(new byte[0], 0, 0, hash);
      merged.ensure();
    }
  }

  private void upsert(GroupStates merged) {
    boolean stored = !rows.isEmpty();
    int @Nullable [] order = stored ? SortedKeys.order(merged.table()) : null;
    byte[][] keys = new byte[LOOKUP][];
    byte[][] values = new byte[LOOKUP][];
    int groups = merged.table().size();
    for (int from = 0; from < groups; from += LOOKUP) {
      int count = Math.min(LOOKUP, groups - from);
      for (int i = 0; i < count; i++) {
        keys[i] = SortedKeys.storedKey(merged.table(), order == null ? from + i : order[from + i]);
      }
      if (stored) {
        rows.getAll(keys, count, values);
      }
      for (int i = 0; i < count; i++) {
        upsert(merged, order == null ? from + i : order[from + i], keys[i], values[i]);
      }
    }
  }

  private void upsert(GroupStates merged, int group, byte[] key, byte @Nullable [] stored) {
    if (stored != null) {
      merged.mergeStored(group, stored, HEADER);
    }
    boolean closed = shape.hasExpiry() && closingTime(key) <= closedMicros;
    if (closed) {
      removed++;
      if (stored != null) {
        rows.delete(key);
      }
    } else {
      updated++;
      value.reset();
      value.writeCount(SCHEMA_NUMBER);
      merged.encode(group, value);
      if (stored == null) {
        rows.insert(key, value.toBytes());
      } else {
        rows.replace(key, value.toBytes());
      }
    }
    if (context.mode() == OutputMode.UPDATE || closed) {
      emit(key, merged, group);
    }
  }

  /** Removes the groups that the watermark has passed; append emits them. */
  private void close() {
    KeyWriter bound = new KeyWriter();
    for (int keyGroup = firstGroup; keyGroup < endGroup; keyGroup++) {
      byte[] from = {(byte) keyGroup};
      bound.clear();
      bound.writeByte(keyGroup);
      bound.writeLong(closedMicros + 1);
      rows.scan(from, bound.toBytes(), this::closeRow);
    }
  }

  private void closeRow(byte[] key, byte[] stored) {
    removed++;
    rows.delete(key);
    if (context.mode() == OutputMode.APPEND) {
      emitStored(key, stored);
    }
  }

  private void emitAll() {
    for (int keyGroup = firstGroup; keyGroup < endGroup; keyGroup++) {
      rows.scanPrefix(new byte[] {(byte) keyGroup}, this::emitStored);
    }
  }

  private void emitStored(byte[] key, byte[] stored) {
    int group = output.load(stored, HEADER);
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

  private static long closingTime(byte[] key) {
    return new KeyReader(key, 1).readLong();
  }
}
