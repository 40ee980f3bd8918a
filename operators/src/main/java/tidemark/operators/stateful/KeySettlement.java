package tidemark.operators.stateful;

import tidemark.operators.OperatorContext;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyReader;
import tidemark.operators.state.KeyWriter;
import tidemark.operators.state.SortedKeys;
import tidemark.operators.state.StateRows;

/**
 * Decides for one partition which rows of the shares are the first of their key, remembers their
 * keys and forgets the expired ones.
 */
final class KeySettlement {
  /** The version of the stored row's layout. */
  private static final int SCHEMA_NUMBER = 1;

  private static final byte[] NOTHING = {};

  private final DeduplicateShape shape;
  private final DeduplicateShare[] shares;
  private final StateRows rows;
  private final ExpiryIndex index;
  private final int firstGroup;
  private final int endGroup;
  private final long closedMicros;
  private final StateWriter value = new StateWriter();
  private final GroupTable earlier = GroupTable.small();
  private final KeyReader reader = new KeyReader(NOTHING, 0);
  private byte[] key = NOTHING;
  private long updated;
  private long removed;
  private long duplicates;

  /**
   * @param firstGroup first key group of the partition
   * @param endGroup the one after its last
   */
  KeySettlement(
      DeduplicateShape shape,
      OperatorContext context,
      DeduplicateShare[] shares,
      int firstGroup,
      int endGroup) {
    this.shape = shape;
    this.shares = shares;
    this.rows = context.state().rows(DeduplicateOperator.STORE);
    this.index =
        new ExpiryIndex(context.state().rows(DeduplicateOperator.INDEX), context.time().batch());
    this.firstGroup = firstGroup;
    this.endGroup = endGroup;
    this.closedMicros = AggregateShape.micros(context.time().evictUpToMillis());
  }

  /**
   * @param stored whether any key was remembered before
   */
  void run(boolean stored) {
    for (int keyGroup = firstGroup; keyGroup < endGroup; keyGroup++) {
      settle(keyGroup);
      if (stored) {
        forget(keyGroup);
      }
      index.write(keyGroup);
    }
  }

  long updated() {
    return updated;
  }

  long removed() {
    return removed;
  }

  /** Rows of the shares that are not the first of their key. */
  long duplicates() {
    return duplicates;
  }

  private void settle(int keyGroup) {
    int keys = 0;
    for (DeduplicateShare share : shares) {
      keys += share.keys(keyGroup).table().size();
    }
    if (keys == 0) {
      return;
    }
    earlier.clear();
    try (KeyGroupRows known = rows.group(keyGroup, keys)) {
      for (DeduplicateShare share : shares) {
        settle(share, share.keys(keyGroup), known);
      }
    }
  }

  private void settle(DeduplicateShare share, FirstKeys keys, KeyGroupRows known) {
    GroupTable table = keys.table();
    for (int number = 0; number < table.size(); number++) {
      int length = table.length(number) + 1;
      if (key.length < length) {
        key = new byte[2 * length];
      }
      SortedKeys.writeStoredKey(table, number, key);
      if (isKnown(table, number) || known.find(key, 0, length)) {
        share.drop(keys.row(number));
        duplicates++;
      } else {
        remember(known, length, keys, number);
      }
    }
  }

  /** Whether an earlier share has the key. */
  private boolean isKnown(GroupTable table, int number) {
    if (shares.length == 1) {
      return false;
    }
    int known = earlier.size();
    return earlier.find(
            table.arena(), table.start(number), table.length(number), table.hash(number))
        < known;
  }

  private void remember(KeyGroupRows known, int length, FirstKeys keys, int number) {
    boolean expires = shape.memory() instanceof Memory.After;
    long expiry = shape.startsWithTime() ? time() : expires ? keys.expiry(number) : Long.MAX_VALUE;
    if (expiry <= closedMicros) {
      removed++;
      return;
    }
    value.reset();
    value.writeCount(SCHEMA_NUMBER);
    if (expires) {
      value.writeLong(expiry);
      index.add(key, 0, length, expiry);
    }
    known.put(value.bytes(), 0, value.size());
    updated++;
  }

  /** The event time with which the stored key begins. */
  private long time() {
    reader.open(key, 1);
    return reader.readLong();
  }

  private void forget(int keyGroup) {
    if (shape.startsWithTime()) {
      KeyWriter bound = new KeyWriter();
      bound.writeByte(keyGroup);
      bound.writeLong(closedMicros + 1);
      removed += rows.drop(new byte[] {(byte) keyGroup}, bound.toBytes());
    } else if (shape.memory() instanceof Memory.After) {
      forget(keyGroup, index.take(keyGroup, closedMicros));
    }
  }

  private void forget(int keyGroup, ExpiringKeys expired) {
    if (expired.size() == 0) {
      return;
    }
    try (KeyGroupRows known = rows.group(keyGroup, expired.size())) {
      for (int i = 0; i < expired.size(); i++) {
        if (!known.find(expired.bytes(), expired.start(i), expired.length(i))) {
          throw new IllegalStateException("a key expires that is not kept");
        }
        known.remove();
      }
    }
    removed += expired.size();
  }
}
