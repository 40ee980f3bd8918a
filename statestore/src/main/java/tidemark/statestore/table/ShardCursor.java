package tidemark.statestore.table;

import java.util.List;
import java.util.Optional;

/**
 * The records of a shard within bounds, ascending by key, dead ones included: they hide rows below.
 * The shard keeps its records where they are until the cursor is closed.
 */
public final class ShardCursor implements AutoCloseable {
  private final Shard shard;
  private final Records records;
  private final List<int[]> runs;
  private final int[] next;
  private boolean open = true;
  private int record = -1;

  public ShardCursor(Shard shard, byte[] from, Optional<byte[]> to) {
    this.shard = shard;
    this.records = shard.records();
    this.runs = shard.runs().within(from, to);
    this.next = new int[runs.size()];
    shard.pin();
  }

  /**
   * Moves to the next record; false at the end. Where a value outgrows its place meanwhile, {@link
   * #record()} stays the old one.
   */
  public boolean next() {
    for (int run = smallest(); run >= 0; run = smallest()) {
      int found = current(runs.get(run)[next[run]++]);
      if (found >= 0 && found != record) {
        record = found;
        return true;
      }
    }
    return false;
  }

  private int smallest() {
    int best = -1;
    for (int i = 0; i < next.length; i++) {
      if (next[i] < runs.get(i).length
          && (best < 0 || records.compare(runs.get(i)[next[i]], runs.get(best)[next[best]]) < 0)) {
        best = i;
      }
    }
    return best;
  }

  /** The record that the key has now: another one when its value has outgrown its place since. */
  private int current(int found) {
    return (records.flags(found) & Shard.GONE) != 0
        ? shard.find(records.array(found), records.keyStart(found), records.keyLength(found))
        : found;
  }

  public int record() {
    return record;
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      shard.unpin();
    }
  }
}
