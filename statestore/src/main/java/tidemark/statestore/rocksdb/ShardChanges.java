package tidemark.statestore.rocksdb;

import tidemark.statestore.StoreId;
import tidemark.statestore.changelog.Changes;
import tidemark.statestore.table.Shard;

/** Records of a table as changes, in the order given. */
final class ShardChanges implements Changes {
  private final StoreId store;
  private final Shard shard;
  private final int[] records;
  private int at = -1;

  ShardChanges(StoreId store, Shard shard, int[] records) {
    this.store = store;
    this.shard = shard;
    this.records = records;
  }

  @Override
  public boolean next() {
    return ++at < records.length;
  }

  @Override
  public StoreId store() {
    return store;
  }

  @Override
  public byte[] keyArray() {
    return shard.array(records[at]);
  }

  @Override
  public int keyStart() {
    return shard.keyStart(records[at]);
  }

  @Override
  public int keyLength() {
    return shard.keyLength(records[at]);
  }

  @Override
  public byte[] valueArray() {
    return shard.array(records[at]);
  }

  @Override
  public int valueStart() {
    return shard.valueStart(records[at]);
  }

  @Override
  public int valueLength() {
    return shard.isDead(records[at]) ? -1 : shard.valueLength(records[at]);
  }
}
