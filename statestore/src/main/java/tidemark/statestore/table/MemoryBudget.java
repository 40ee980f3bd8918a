package tidemark.statestore.table;

/** The bytes that all tables of a backend may hold together. Safe for use by several threads. */
public interface MemoryBudget {
  /** Takes the bytes if they are there. */
  boolean tryReserve(long bytes);

  /** Takes the bytes, if need be beyond the budget. */
  void reserve(long bytes);

  void release(long bytes);

  /** Bytes that one table may take even when the budget is spent. */
  long share();
}
