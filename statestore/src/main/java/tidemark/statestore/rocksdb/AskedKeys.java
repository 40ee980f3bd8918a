package tidemark.statestore.rocksdb;

import tidemark.statestore.table.Shard;

/** Keys that are about to be looked up in one table, and their hashes. Used by one thread. */
final class AskedKeys {
  private byte[] keys = {};
  private int[] ends = {};
  private int[] hashes = {};
  private int count;
  private long seen;

  /**
   * @param keys one key behind the other
   * @param ends where each key ends
   */
  void take(byte[] keys, int[] ends, int count) {
    this.keys = keys;
    this.ends = ends;
    this.count = count;
    if (hashes.length < count) {
      hashes = new int[count];
    }
    for (int i = 0; i < count; i++) {
      hashes[i] = Shard.hash(keys, start(i), length(i));
    }
  }

  /** Each loop reads what the next one needs; so all reads of a loop are under way at once. */
  void lookInto(Shard table) {
    if (!table.isIndexed()) {
      return;
    }
    long ahead = 0;
    for (int i = 0; i < count; i++) {
      ahead += table.peek(hashes[i]);
    }
    for (int i = 0; i < count; i++) {
      ahead += table.peekRecord(hashes[i]);
    }
    seen = ahead;
  }

  byte[] keys() {
    return keys;
  }

  int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  int length(int number) {
    return ends[number] - start(number);
  }

  int hash(int number) {
    return hashes[number];
  }

  /** What the look ahead saw: means nothing, but makes it happen. */
  long seen() {
    return seen;
  }
}
