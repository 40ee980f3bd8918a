package tidemark.operators.stateful;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.OperatorContext;
import tidemark.operators.WorkBlocks;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyGroupRows;
import tidemark.operators.state.KeyHash;
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

  /** For each share the keys that it did not look up. */
  private final List<List<WaitingChunk>> waiting = new ArrayList<>();

  private final StateRows rows;
  private final ExpiryIndex index;
  private final WorkBlocks.Part keyGroups;
  private final long closedMicros;
  private final boolean expires;
  private final StateWriter value = new StateWriter();

  /** Keys of this micro-batch that are not stored, as they are forgotten at its end. */
  private final GroupTable forgotten = GroupTable.small();

  private final KeyReader reader = new KeyReader(NOTHING, 0);
  private byte[] key = NOTHING;
  private long updated;
  private long removed;
  private long duplicates;

  /**
   * @param keyGroups those of the partition
   */
  KeySettlement(
      DeduplicateShape shape,
      OperatorContext context,
      DeduplicateShare[] shares,
      WorkBlocks.Part keyGroups) {
    this.shape = shape;
    this.shares = shares;
    this.rows = context.state().rows(DeduplicateOperator.STORE);
    this.index =
        new ExpiryIndex(context.state().rows(DeduplicateOperator.INDEX), context.time().batch());
    this.keyGroups = keyGroups;
    this.expires = shape.memory() instanceof Memory.After;
    for (DeduplicateShare share : shares) {
      waiting.add(share.waiting(new WaitingChunk.Groups(keyGroups.first(), keyGroups.end())));
    }
    this.closedMicros = AggregateShape.micros(context.time().evictUpToMillis());
  }

  /**
   * @param stored whether any key was remembered before
   */
  void run(boolean stored) {
    for (int keyGroup = keyGroups.next();
        keyGroup != WorkBlocks.NONE;
        keyGroup = keyGroups.next()) {
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
    for (int i = 0; i < shares.length; i++) {
      keys += shares[i].keys(keyGroup).table().size();
      for (WaitingChunk chunk : waiting.get(i)) {
        keys += chunk.first(keyGroup + 1) - chunk.first(keyGroup);
      }
    }
    if (keys == 0) {
      return;
    }
    forgotten.clear();
    try (KeyGroupRows known = rows.group(keyGroup, keys)) {
      for (int i = 0; i < shares.length; i++) {
        settle(shares[i], shares[i].keys(keyGroup), known);
        for (WaitingChunk chunk : waiting.get(i)) {
          settle(shares[i], chunk, keyGroup, known);
        }
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
      SortedKeys.writeStoredKey(table, number, key, 0);
      if (isKnown(key, 0, length, known)) {
        drop(share, keys.row(number));
      } else {
        remember(known, key, 0, length, expires ? keys.expiry(number) : Long.MAX_VALUE);
      }
    }
  }

  private void settle(DeduplicateShare share, WaitingChunk keys, int keyGroup, KeyGroupRows known) {
    int end = keys.first(keyGroup + 1);
    byte[] bytes = keys.keys();
    for (int number = keys.first(keyGroup); number < end; number++) {
      int from = keys.start(number);
      int length = keys.end(number) - from;
      if (isKnown(bytes, from, length, known)) {
        drop(share, keys.row(number));
      } else {
        remember(known, bytes, from, length, expires ? keys.expiry(number) : Long.MAX_VALUE);
      }
    }
  }

  private void drop(DeduplicateShare share, int row) {
    share.drop(row);
    duplicates++;
  }

  /** Whether an earlier row of this micro-batch or of one before has the key. */
  private boolean isKnown(byte[] bytes, int from, int length, KeyGroupRows known) {
    boolean isForgotten =
        forgotten.size() > 0
            && forgotten.contains(bytes, from + 1, length - 1, hash(bytes, from, length));
    return isForgotten || known.find(bytes, from, length);
  }

  private static long hash(byte[] bytes, int from, int length) {
    return KeyHash.of(bytes, from + 1, length - 1);
  }

  /** Stores the key looked up last, unless it is to be forgotten at once. */
  private void remember(KeyGroupRows known, byte[] bytes, int from, int length, long given) {
    long expiry = shape.startsWithTime() ? time(bytes, from) : given;
    if (expiry <= closedMicros) {
      int unused = forgotten.find(bytes, from + 1, length - 1, hash(bytes, from, length));
      removed++;
      return;
    }
    value.reset();
    value.writeCount(SCHEMA_NUMBER);
    if (expires) {
      value.writeLong(expiry);
      index.add(bytes, from, length, expiry);
    }
    known.put(value.bytes(), 0, value.size());
    updated++;
  }

  /** The event time with which a stored key begins. */
  private long time(byte[] bytes, int from) {
    reader.open(bytes, from + 1);
    return reader.readLong();
  }

  private void forget(int keyGroup) {
    if (shape.startsWithTime()) {
      KeyWriter bound = new KeyWriter();
      bound.writeByte(keyGroup);
      bound.writeLong(closedMicros + 1);
      removed += rows.dropBefore(bound.toBytes());
    } else if (expires) {
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
