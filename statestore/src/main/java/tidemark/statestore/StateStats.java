package tidemark.statestore;

import java.util.List;

/**
 * Sizes of a backend at one moment.
 *
 * @param memoryUsed bytes held in memory, on the heap and by RocksDB
 * @param memoryBudget bytes that it may hold
 * @param nativeHandles native objects open at the moment; constant between batches
 */
public record StateStats(
    List<StoreStats> stores, long memoryUsed, long memoryBudget, int nativeHandles) {
  public StateStats {
    stores = List.copyOf(stores);
  }

  /** Rows of one store and the bytes of their keys and values. */
  public record StoreStats(StoreId id, long rows, long bytes) {}
}
