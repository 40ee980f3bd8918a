package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.GroupRows;
import tidemark.statestore.GroupWalk;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.rocksdb.TableImages.Image;
import tidemark.statestore.table.Shard;
import tidemark.statestore.table.SortRoom;

/**
 * One store: a table per key group, in front of a column family for the groups that do not fit in
 * memory.
 */
final class TableStore implements StateStore {
  static final int GROUPS = 256;

  /** A whole group is read when at least one of so many of its rows is looked up. */
  private static final int WORTH_READING = 16;

  private static final int[] NO_RECORDS = {};

  private final StoreId id;
  private final LocalRows local;
  private final TableBudget budget;
  private final @Nullable Shard[] shards = new @Nullable Shard[GROUPS];
  private final @Nullable Image[] images = new @Nullable Image[GROUPS];
  private final Generations generations = new Generations();
  private long baseRows;
  private long baseBytes;

  TableStore(StoreId id, LocalRows local, TableBudget budget) {
    this.id = id;
    this.local = local;
    this.budget = budget;
  }

  @Override
  public StoreId id() {
    return id;
  }

  Generations generations() {
    return generations;
  }

  /** The table of a group; null when nothing was ever written to it and no row lies below. */
  @Nullable Shard shardIfAny(int group) {
    Shard shard = shards[group];
    boolean nothing = images[group] == null && generations.isNone(group);
    return shard != null || nothing ? shard : shard(group);
  }

  private Shard shard(int group) {
    Shard shard = shards[group];
    if (shard == null) {
      Image image = images[group];
      shard =
          image == null
              ? new Shard(budget, generations.isNone(group))
              : local.images().load(image, budget);
      shards[group] = shard;
      images[group] = null;
    }
    return shard;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    int group = key[0] & 0xFF;
    Shard shard = shardIfAny(group);
    if (shard == null) {
      return null;
    }
    int record = shard.find(key, 0, key.length);
    if (record >= 0) {
      return shard.isDead(record) ? null : shard.value(record);
    }
    return shard.isComplete() ? null : below(group, key, 0, key.length);
  }

  /** The row of a key in the working copy; null when there is none. */
  byte @Nullable [] below(int group, byte[] key, int from, int length) {
    int generation = generations.of(group);
    return generation == Generations.NONE
        ? null
        : local.workingCopy().get(id, generation, key, from, length);
  }

  @Override
  public GroupRows group(int keyGroup, int lookups) {
    Shard shard = shard(keyGroup);
    if (!shard.isComplete() && (long) lookups * WORTH_READING * GROUPS >= rows()) {
      fill(keyGroup, shard);
    }
    return new TableGroup(this, keyGroup, shard, lookups);
  }

  @Override
  public void findPresent(byte[] keys, int[] ends, int count, boolean[] present) {
    new PresentKeys(shards).find(keys, ends, count, present);
  }

  /** Reads all rows of a group that lie below into its table. */
  private void fill(int group, Shard shard) {
    int generation = generations.of(group);
    if (generation != Generations.NONE) {
      byte[] from = {(byte) group};
      try (RowPages pages = local.workingCopy().pages(id, generation, from, null)) {
        while (pages.next()) {
          pages.fill(shard);
        }
      }
    }
    shard.complete();
  }

  @Override
  public void insert(byte[] key, byte[] value) {
    int group = key[0] & 0xFF;
    Shard shard = shardWithRoom(group);
    shard.insert(key, 0, key.length, value, 0, value.length);
  }

  @Override
  public void replace(byte[] key, byte[] value) {
    int group = key[0] & 0xFF;
    Shard shard = shardWithRoom(group);
    takeUp(group, shard, key);
    shard.replace(key, 0, key.length, value, 0, value.length);
  }

  @Override
  public void delete(byte[] key) {
    int group = key[0] & 0xFF;
    Shard shard = shardWithRoom(group);
    takeUp(group, shard, key);
    shard.delete(key, 0, key.length);
  }

  /** Brings the row of a key into the table, so that what is known of its size stays exact. */
  private void takeUp(int group, Shard shard, byte[] key) {
    if (!shard.isComplete() && shard.find(key, 0, key.length) < 0) {
      byte[] value = below(group, key, 0, key.length);
      if (value != null) {
        shard.fill(key, 0, key.length, value, 0, value.length);
      }
    }
  }

  /** Takes a change that is sealed already; a value length of -1 is a delete. */
  void load(byte[] keys, int key, int keyLength, byte[] values, int value, int valueLength) {
    int group = keys[key] & 0xFF;
    Shard shard = shardWithRoom(group);
    if (shard.isWasteful()) {
      shard.collect();
    }
    shard.load(keys, key, keyLength, values, value, valueLength);
  }

  private Shard shardWithRoom(int group) {
    Shard shard = shard(group);
    evictIfSpent(group, shard);
    return shard;
  }

  /**
   * Moves a table to disk when all tables together are too large and it has more than its share,
   * unless there is room when it has given back what it need not hold.
   */
  void evictIfSpent(int group, Shard shard) {
    if (budget.isSpent() && shard.isWasteful()) {
      shard.collect();
    }
    if (budget.isSpent() && shard.heapBytes() > budget.share() && !shard.isPinned()) {
      local.evict(this, group, shard);
    }
  }

  /** Moves the rows of a table, which are sealed or in the change log, to the working copy. */
  void moveBelow(int group, Shard shard, WorkingCopy copy) {
    generations.store(group, shard, copy, id);
    shard.clear(generations.isNone(group));
  }

  @Override
  public StateCursor scan(KeyRange range) {
    return new TableCursor(this, range);
  }

  @Override
  public GroupWalk walk(int keyGroup) {
    return new TableWalk(this, keyGroup, shard(keyGroup));
  }

  @Override
  public long dropBefore(byte[] bound) {
    Shard shard = shardIfAny(bound[0] & 0xFF);
    if (shard == null || shard.isNothingBefore(bound)) {
      return 0;
    }
    return shard.isComplete() ? shard.dropBefore(bound) : StateStore.super.dropBefore(bound);
  }

  /** Rows below, from a key of the group on. */
  RowPages pages(int group, byte[] from, byte @Nullable [] to) {
    return local.workingCopy().pages(id, generations.of(group), from, to);
  }

  @Override
  public long rows() {
    long rows = baseRows;
    for (Shard shard : shards) {
      rows += shard == null ? 0 : shard.rows();
    }
    return rows;
  }

  /** Bytes of keys and values. */
  long bytes() {
    long bytes = baseBytes;
    for (Shard shard : shards) {
      bytes += shard == null ? 0 : shard.bytes();
    }
    return bytes;
  }

  boolean hasUnsealed() {
    for (Shard shard : shards) {
      if (shard != null && shard.hasUnsealed()) {
        return true;
      }
    }
    return false;
  }

  /** About how many records have changed since the last seal. */
  long changes() {
    long changes = 0;
    for (Shard shard : shards) {
      changes += shard == null ? 0 : shard.changes();
    }
    return changes;
  }

  /** The changes of a group since the last seal that are in memory, ascending by key. */
  ShardChanges unsealed(int group, SortRoom room) {
    Shard shard = shards[group];
    return shard == null
        ? new ShardChanges(id, new Shard(budget, true), NO_RECORDS)
        : new ShardChanges(id, shard, shard.unsealed(room));
  }

  /** The changes of a group are in a segment. */
  void markSealed(int group) {
    Shard shard = shards[group];
    if (shard != null) {
      shard.markSealed();
    }
  }

  /** True when every row is in memory, so that {@link #rows()} was counted and not taken over. */
  boolean isWhollyInMemory() {
    for (int group = 0; group < GROUPS; group++) {
      Shard shard = shards[group];
      if (shard == null ? !generations.isNone(group) : !shard.isComplete()) {
        return false;
      }
    }
    return true;
  }

  /** Writes all tables and says where the rows are. */
  CleanMarker.StoreMark keep(TableImages.Writer writer, Threads threads) throws IOException {
    List<Image> kept = new ArrayList<>();
    threads
        .all(Threads.parts(GROUPS, rows(), (from, to) -> keep(writer, from, to)))
        .forEach(kept::addAll);
    return new CleanMarker.StoreMark(id, generations.all(), kept);
  }

  private List<Image> keep(TableImages.Writer writer, int fromGroup, int toGroup)
      throws IOException {
    List<Image> kept = new ArrayList<>();
    for (int group = fromGroup; group < toGroup; group++) {
      Shard shard = shards[group];
      Image image = images[group];
      if (shard != null && shard.pages() > 0) {
        kept.add(writer.write(group, shard));
      } else if (image != null) {
        kept.add(writer.copy(local.images(), image));
      }
    }
    return kept;
  }

  /** Takes over what {@link #keep} has said. */
  void reopen(CleanMarker.StoreMark mark) {
    generations.restore(mark.generations());
    for (Image image : mark.images()) {
      images[image.group()] = image;
    }
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
  void reset() {
    for (int i = 0; i < GROUPS; i++) {
      Shard shard = shards[i];
      if (shard != null) {
        budget.release(shard.heapBytes());
        shards[i] = null;
      }
      images[i] = null;
    }
    generations.clear();
    setSizes(0, 0);
  }

  /** Something done to each table. */
  interface ShardAction {
    void run(int group, Shard shard);
  }

  void forEachShard(ShardAction action) {
    for (int group = 0; group < GROUPS; group++) {
      Shard shard = shards[group];
      if (shard != null) {
        action.run(group, shard);
      }
    }
  }
}
