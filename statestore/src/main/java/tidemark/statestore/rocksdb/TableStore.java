package tidemark.statestore.rocksdb;

import org.jspecify.annotations.Nullable;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.table.MemoryBudget;
import tidemark.statestore.table.Shard;

/**
 * One store: a table per key group, in front of a column family for the groups that do not fit in
 * memory.
 */
final class TableStore implements StateStore {
  static final int GROUPS = 256;

  private final StoreId id;
  private final RocksDbStateBackend backend;
  private final MemoryBudget budget;
  private final @Nullable Shard[] shards = new @Nullable Shard[GROUPS];
  private boolean complete;
  private long baseRows;
  private long baseBytes;

  /**
   * @param complete true when no row lies below
   */
  TableStore(StoreId id, RocksDbStateBackend backend, MemoryBudget budget, boolean complete) {
    this.id = id;
    this.backend = backend;
    this.budget = budget;
    this.complete = complete;
  }

  @Override
  public StoreId id() {
    return id;
  }

  /** The table of a group; null when nothing was ever written to it and no row lies below. */
  @Nullable Shard shardIfAny(int group) {
    Shard shard = shards[group];
    return shard != null || complete ? shard : shard(group);
  }

  private Shard shard(int group) {
    Shard shard = shards[group];
    if (shard == null) {
      shard = new Shard(budget, complete);
      shards[group] = shard;
    }
    return shard;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    Shard shard = shardIfAny(key[0] & 0xFF);
    if (shard == null) {
      return null;
    }
    int record = shard.find(key, 0, key.length);
    if (record >= 0) {
      return shard.isDead(record) ? null : shard.value(record);
    }
    return shard.isComplete() ? null : backend.below(id, key);
  }

  @Override
  public void getAll(byte[][] ascendingKeys, int count, byte[] @Nullable [] values) {
    for (int i = 0; i < count; i++) {
      values[i] = get(ascendingKeys[i]);
    }
  }

  @Override
  public void insert(byte[] key, byte[] value) {
    shardWithRoom(key[0] & 0xFF, key.length + value.length).insert(key, value);
  }

  @Override
  public void replace(byte[] key, byte[] value) {
    shardWithRoom(key[0] & 0xFF, key.length + value.length).replace(key, value);
  }

  @Override
  public void delete(byte[] key) {
    shardWithRoom(key[0] & 0xFF, key.length).delete(key);
  }

  /** Takes a change that is sealed already; a value length of -1 is a delete. */
  void load(byte[] from, int keyLength, byte[] values, int value, int valueLength) {
    int size = keyLength + Math.max(0, valueLength);
    shardWithRoom(from[0] & 0xFF, size).load(from, 0, keyLength, values, value, valueLength);
  }

  private Shard shardWithRoom(int group, int rowBytes) {
    Shard shard = shard(group);
    if (!shard.hasRoom(rowBytes, false) && !shard.isPinned()) {
      backend.evict(this, shard);
    }
    return shard;
  }

  @Override
  public StateCursor scan(KeyRange range) {
    return new TableCursor(this, backend, range);
  }

  @Override
  public long rows() {
    long rows = baseRows;
    for (Shard shard : shards) {
      rows += shard == null ? 0 : shard.rows();
    }
    return rows;
  }

  /**
   * Bytes of keys and values; an estimate when rows that lie below were removed or replaced unseen.
   */
  long bytes() {
    long bytes = baseBytes;
    for (Shard shard : shards) {
      bytes += shard == null ? 0 : shard.bytes();
    }
    return Math.max(0, rows() == 0 ? 0 : bytes);
  }

  boolean hasUnsealed() {
    for (Shard shard : shards) {
      if (shard != null && shard.hasUnsealed()) {
        return true;
      }
    }
    return false;
  }

  /** True when every row is in memory, so that {@link #rows()} was counted and not taken over. */
  boolean isWhollyInMemory() {
    if (!complete) {
      return false;
    }
    for (Shard shard : shards) {
      if (shard != null && !shard.isComplete()) {
        return false;
      }
    }
    return true;
  }

  /** What the sizes are at a sealed version. */
  void setSizes(long rows, long bytes) {
    for (Shard shard : shards) {
      if (shard != null) {
        shard.resetCounters();
      }
    }
    baseRows = rows;
    baseBytes = bytes;
  }

  /** Forgets everything, as at a start. */
  void reset(boolean completeFromNow) {
    for (int i = 0; i < GROUPS; i++) {
      Shard shard = shards[i];
      if (shard != null) {
        budget.release(shard.heapBytes());
        shards[i] = null;
      }
    }
    complete = completeFromNow;
    setSizes(0, 0);
  }

  /** Something done to each table. */
  interface ShardAction {
    void run(Shard shard) throws java.io.IOException;
  }

  void forEachShard(ShardAction action) throws java.io.IOException {
    for (Shard shard : shards) {
      if (shard != null) {
        action.run(shard);
      }
    }
  }
}
