package tidemark.statestore.rocksdb;

import org.jspecify.annotations.Nullable;
import tidemark.statestore.table.Shard;

/**
 * Looks keys up in the tables of a store, many at a time: first the slots of all, then their
 * records, then the keys. So the processor waits for memory once and not for each key. Used by one
 * thread; several may look into the same tables as long as none writes.
 */
final class PresentKeys {
  private static final int MOST = 128;

  private final @Nullable Shard[] tables;
  private final int[] hashes = new int[MOST];
  private final long[] slots = new long[MOST];
  private long seen;

  /**
   * @param tables by key group; null where there is none
   */
  PresentKeys(@Nullable Shard[] tables) {
    this.tables = tables;
  }

  /** As {@link tidemark.statestore.StateStore#findPresent}. */
  void find(byte[] keys, int[] ends, int count, boolean[] present) {
    for (int from = 0; from < count; from += MOST) {
      int to = Math.min(count, from + MOST);
      lookAhead(keys, ends, from, to);
      for (int i = from; i < to; i++) {
        int start = start(ends, i);
        Shard table = table(keys, start);
        int record = -1;
        if (table != null) {
          int slot = table.slotOf(keys, start, ends[i] - start, hashes[i - from]);
          record = table.recordAt(slot);
        }
        present[i] = table != null && record >= 0 && !table.isDead(record);
      }
    }
  }

  private void lookAhead(byte[] keys, int[] ends, int from, int to) {
    for (int i = from; i < to; i++) {
      int start = start(ends, i);
      hashes[i - from] = Shard.hash(keys, start, ends[i] - start);
    }
    for (int i = from; i < to; i++) {
      Shard table = table(keys, start(ends, i));
      slots[i - from] = table == null ? 0 : table.peek(hashes[i - from]);
    }
    long ahead = 0;
    for (int i = from; i < to; i++) {
      int record = (int) slots[i - from] - 1;
      if (record >= 0) {
        Shard table = table(keys, start(ends, i));
        ahead += table.array(record)[table.keyStart(record)];
      }
    }
    seen = ahead;
  }

  private @Nullable Shard table(byte[] keys, int start) {
    Shard table = tables[keys[start] & 0xFF];
    return table != null && table.isIndexed() ? table : null;
  }

  private static int start(int[] ends, int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  /** What the look ahead saw: means nothing, but makes it happen. */
  long seen() {
    return seen;
  }
}
