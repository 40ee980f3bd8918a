package tidemark.statestore.rocksdb;

import java.util.Arrays;
import tidemark.statestore.StoreId;
import tidemark.statestore.changelog.Changes;
import tidemark.statestore.table.Shard;

/** Records of a table as changes, in the order given, which ascends. */
final class ShardChanges implements Changes {
  private static final byte[] NONE = {};

  private final StoreId store;
  private final Shard shard;
  private final int[] records;
  private boolean begun;
  private int at = -1;
  private byte[] array = NONE;
  private int keyStart;
  private int keyLength;
  private int agreed;

  ShardChanges(StoreId store, Shard shard, int[] records) {
    this.store = store;
    this.shard = shard;
    this.records = records;
  }

  @Override
  public boolean nextStore() {
    boolean first = !begun;
    begun = true;
    at = first ? -1 : records.length;
    return first;
  }

  @Override
  public boolean next() {
    if (++at >= records.length) {
      return false;
    }
    int record = records[at];
    byte[] page = shard.array(record);
    int start = shard.keyStart(record);
    int length = shard.keyLength(record);
    int differs =
        Arrays.mismatch(array, keyStart, keyStart + keyLength, page, start, start + length);
    agreed = differs < 0 ? length : differs;
    array = page;
    keyStart = start;
    keyLength = length;
    return true;
  }

  @Override
  public StoreId store() {
    return store;
  }

  @Override
  public byte[] keyArray() {
    return array;
  }

  @Override
  public int keyStart() {
    return keyStart;
  }

  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public int agreed() {
    return agreed;
  }

  @Override
  public byte[] valueArray() {
    return array;
  }

  @Override
  public int valueStart() {
    return keyStart + keyLength;
  }

  @Override
  public int valueLength() {
    return shard.isDead(records[at]) ? -1 : shard.valueLength(records[at]);
  }
}
