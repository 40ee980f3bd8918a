package tidemark.statestore.rocksdb;

import java.util.concurrent.atomic.AtomicLong;
import tidemark.statestore.table.MemoryBudget;

/** The heap bytes of all tables of a backend. */
final class TableBudget implements MemoryBudget {
  private static final long SMALLEST_SHARE = 1 << 14;
  private static final int GROUPS = 256;

  private final long total;
  private final AtomicLong used = new AtomicLong();
  private volatile int stores = 1;

  TableBudget(long total) {
    this.total = total;
  }

  void stores(int count) {
    stores = Math.max(1, count);
  }

  @Override
  public boolean tryReserve(long bytes) {
    if (used.addAndGet(bytes) <= total) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  @Override
  public void reserve(long bytes) {
    used.addAndGet(bytes);
  }

  @Override
  public void release(long bytes) {
    used.addAndGet(-bytes);
  }

  @Override
  public long share() {
    return Math.max(Math.min(SMALLEST_SHARE, total / 8), total / (2L * GROUPS * stores));
  }

  long used() {
    return used.get();
  }

  /** True when a batch might soon find no room. */
  boolean isNearlySpent() {
    return used.get() > total / 8 * 7;
  }

  /** True while more should be written out, once it was nearly spent. */
  boolean isAboveTarget() {
    return used.get() > total / 8 * 5;
  }
}
