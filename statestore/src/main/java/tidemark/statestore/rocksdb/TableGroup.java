package tidemark.statestore.rocksdb;

import org.jspecify.annotations.Nullable;
import tidemark.statestore.GroupRows;
import tidemark.statestore.table.Shard;

/**
 * The rows of one key group: its table, and what lies below when the table is not complete. The
 * table grows beyond the budget while the group is open and is moved to disk as a whole afterwards,
 * if need be.
 */
final class TableGroup implements GroupRows {
  private static final byte[] NONE = {};

  private final TableStore store;
  private final int group;
  private final Shard shard;
  private final AskedKeys asked = new AskedKeys();
  private byte[] key = NONE;
  private int keyFrom;
  private int keyLength;
  private int hash;
  private int slot;
  private int record;
  private byte @Nullable [] below;
  private int lookupsLeft;
  private boolean open = true;

  /**
   * @param lookups so many keys are looked up, about
   */
  TableGroup(TableStore store, int group, Shard shard, int lookups) {
    this.lookupsLeft = lookups;
    this.store = store;
    this.group = group;
    this.shard = shard;
    shard.pin();
  }

  @Override
  public void lookAhead(byte[] keys, int[] ends, int count) {
    asked.take(keys, ends, count);
    asked.lookInto(shard);
  }

  @Override
  public boolean find(int number) {
    return find(asked.keys(), asked.start(number), asked.length(number), asked.hash(number));
  }

  @Override
  public boolean find(byte[] bytes, int from, int length) {
    return find(bytes, from, length, Shard.hash(bytes, from, length));
  }

  private boolean find(byte[] bytes, int from, int length, int hashOfKey) {
    key = bytes;
    keyFrom = from;
    keyLength = length;
    hash = hashOfKey;
    lookupsLeft = Math.max(0, lookupsLeft - 1);
    slot = shard.slotOf(bytes, from, length, hash);
    record = shard.recordAt(slot);
    below = null;
    if (record >= 0) {
      return !shard.isDead(record);
    }
    if (!shard.isComplete()) {
      below = store.below(group, bytes, from, length);
    }
    return below != null;
  }

  @Override
  public byte[] value() {
    return record >= 0 ? shard.array(record) : below == null ? NONE : below;
  }

  @Override
  public int valueStart() {
    return record >= 0 ? shard.valueStart(record) : 0;
  }

  @Override
  public int valueLength() {
    return record >= 0 ? shard.valueLength(record) : value().length;
  }

  @Override
  public void put(byte[] value, int from, int length) {
    shard.expect(lookupsLeft);
    if (record >= 0 && !shard.isDead(record)) {
      shard.replace(slot, hash, key, keyFrom, keyLength, value, from, length);
    } else if (below != null) {
      takeUp();
      shard.replace(key, keyFrom, keyLength, value, from, length);
    } else {
      shard.insert(slot, hash, key, keyFrom, keyLength, value, from, length);
    }
  }

  @Override
  public void insert(
      byte[] bytes, int from, int length, byte[] value, int valueFrom, int valueLength) {
    below = null;
    record = -1;
    shard.add(bytes, from, length, value, valueFrom, valueLength);
  }

  @Override
  public void remove() {
    if (record >= 0) {
      shard.delete(record);
    } else {
      takeUp();
      shard.delete(key, keyFrom, keyLength);
    }
  }

  /** Brings the row found below into the table, so that its size is known there. */
  private void takeUp() {
    if (below != null) {
      shard.fill(key, keyFrom, keyLength, below, 0, below.length);
    }
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      shard.expect(0);
      shard.unpin();
      store.evictIfSpent(group, shard);
    }
  }
}
