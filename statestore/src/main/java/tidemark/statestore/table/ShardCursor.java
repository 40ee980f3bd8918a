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

  /** Of each run's next record eight bytes of the key, which nearly always decide. */
  private final long[] order;

  private boolean open = true;
  private int record = -1;

  public ShardCursor(Shard shard, byte[] from, Optional<byte[]> to) {
    this.shard = shard;
    this.records = shard.records();
    this.runs = shard.runs().within(from, to);
    this.next = new int[runs.size()];
    this.order = new long[runs.size()];
    for (int run = 0; run < next.length; run++) {
      order[run] = records.order(runs.get(run)[0]);
    }
    shard.pin();
  }

  /**
   * Moves to the next record; false at the end. Where a value outgrows its place meanwhile, {@link
   * #record()} stays the old one.
   */
  public boolean next() {
    for (int run = smallest(); run >= 0; run = smallest()) {
      int found = current(take(run));
      if (found >= 0 && found != record) {
        record = found;
        return true;
      }
    }
    return false;
  }

  /** The next record of a run, which moves on. */
  private int take(int run) {
    int[] ascending = runs.get(run);
    int taken = ascending[next[run]++];
    if (next[run] < ascending.length) {
      order[run] = records.order(ascending[next[run]]);
    }
    return taken;
  }

  /** The run whose next record comes first; -1 when all are at their end. */
  private int smallest() {
    int best = -1;
    for (int run = 0; run < next.length; run++) {
      if (next[run] < runs.get(run).length && (best < 0 || isBefore(run, best))) {
        best = run;
      }
    }
    return best;
  }

  private boolean isBefore(int run, int other) {
    return order[run] == order[other]
        ? records.compare(runs.get(run)[next[run]], runs.get(other)[next[other]]) < 0
        : Long.compareUnsigned(order[run], order[other]) < 0;
  }

  /** The record that the key has now: another one when its value has outgrown its place since. */
  private int current(int found) {
    return (records.flags(found) & RecordState.GONE) != 0
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
