package tidemark.operators.stateful;

import java.util.Arrays;
import tidemark.operators.SpareMemory;
import tidemark.operators.batch.PackedPages;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.state.KeyHash;

/** The keys that a share has seen, by key group. */
final class SeenKeys implements SpareMemory.Reusable {
  private final FirstKeys[] groups = new FirstKeys[KeyHash.GROUPS];
  private final WaitingKeys waiting;
  private final PackedPages pages;

  /**
   * @param mostOutside how many bytes of rows may be kept outside the heap
   */
  SeenKeys(DeduplicateShape shape, long mostOutside) {
    pages = new PackedPages(mostOutside);
    boolean expire = shape.memory() instanceof Memory.After;
    waiting = new WaitingKeys(expire);
    for (int i = 0; i < groups.length; i++) {
      groups[i] = new FirstKeys(expire);
    }
  }

  /** Memory for the rows that come with the keys. */
  PackedPages pages() {
    return pages;
  }

  /** The keys that are not looked up yet, all of them behind the others. */
  WaitingKeys waiting() {
    return waiting;
  }

  FirstKeys group(int keyGroup) {
    return groups[keyGroup];
  }

  @Override
  public long size() {
    return waiting.size() + Arrays.stream(groups).mapToLong(group -> group.table().size()).sum();
  }

  @Override
  public long room() {
    return waiting.room() + Arrays.stream(groups).mapToLong(group -> group.table().room()).sum();
  }

  @Override
  public void reset() {
    pages.clear();
    waiting.clear();
    for (FirstKeys group : groups) {
      group.clear();
    }
  }
}
