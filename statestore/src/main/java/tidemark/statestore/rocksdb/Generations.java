package tidemark.statestore.rocksdb;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tidemark.statestore.StoreId;
import tidemark.statestore.table.Shard;

/**
 * Where the rows of each key group of a store lie in the working copy.
 *
 * <p>Most groups are written as a whole, sorted, into one file of their own. Each time they get a
 * new number, their generation, which precedes their keys: what an older generation has left behind
 * can never be taken for a row, and files that hold nothing else are dropped unread. A few changes
 * of a large group are added to its generation as they are.
 */
final class Generations {
  static final int NONE = 0;

  /** The part of a group that must have changed for the group to be written anew. */
  private static final int WORTH_WRITING = 16;

  private final AtomicInteger last = new AtomicInteger();
  private final int[] current = new int[TableStore.GROUPS];

  /** Generation of a group's rows, {@link #NONE} when no row lies below. */
  int of(int group) {
    return current[group];
  }

  boolean isNone(int group) {
    return current[group] == NONE;
  }

  /** The generations of all groups, to be put back by {@link #restore}. */
  List<Integer> all() {
    return Arrays.stream(current).boxed().toList();
  }

  void restore(List<Integer> all) {
    for (int group = 0; group < current.length; group++) {
      current[group] = all.get(group);
      last.set(Math.max(last.get(), current[group]));
    }
  }

  /** True when no row of any group lies below. */
  boolean areNone() {
    return Arrays.stream(current).allMatch(generation -> generation == NONE);
  }

  void clear() {
    Arrays.fill(current, NONE);
  }

  /** Writes what the working copy lacks of a table. */
  void store(int group, Shard shard, WorkingCopy copy, StoreId id) {
    int[] lacking = shard.unflushed();
    if (lacking.length == 0) {
      return;
    }
    int before = current[group];
    if (before != NONE) {
      int[] live = shard.isComplete() ? shard.live() : new int[0];
      boolean whole = shard.isComplete() && (long) lacking.length * WORTH_WRITING >= live.length;
      if (!whole) {
        copy.add(id, before, shard, lacking);
        return;
      }
      lacking = live;
    }
    int next = NONE;
    if (lacking.length > 0) {
      next = last.incrementAndGet();
      copy.add(id, next, shard, lacking);
    }
    current[group] = next;
    if (before != NONE) {
      copy.drop(id, before);
    }
  }
}
