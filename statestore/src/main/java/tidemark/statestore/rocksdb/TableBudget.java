package tidemark.statestore.rocksdb;

import java.util.concurrent.atomic.AtomicLong;
import tidemark.statestore.table.MemoryBudget;

/**
 * The heap bytes of all tables of a backend: all memory until RocksDB is opened, then its share.
 */
final class TableBudget implements MemoryBudget {
  private static final long SMALL_SHARE = 1 << 14;

  /** A table of a few rows; moving it to disk would free nothing. */
  private static final long SMALLEST_SHARE = 1536;

  private static final int GROUPS = 256;

  private final AtomicLong used = new AtomicLong();
  private volatile long total;
  private volatile int stores = 1;

  TableBudget(long total) {
    this.total = total;
  }

  /** From now on the tables may hold this much. */
  void limit(long bytes) {
    total = bytes;
  }

  void stores(int count) {
    stores = Math.max(1, count);
  }

  @Override
  public void reserve(long bytes) {
    used.addAndGet(bytes);
  }

  @Override
  public void release(long bytes) {
    used.addAndGet(-bytes);
  }

  /** Bytes that one table may take even when the budget is spent. */
  long share() {
    long small = Math.max(SMALLEST_SHARE, Math.min(SMALL_SHARE, total / 8));
    return Math.max(small, total / (2L * GROUPS * stores));
  }

  long used() {
    return used.get();
  }

  boolean isSpent() {
    return used.get() > total;
  }

  /** True when a batch might soon find no room. */
  boolean isNearlySpent() {
    return used.get() > total / 8 * 7;
  }
}
