package tidemark.statestore.table;

/** The bytes that all tables of a backend hold together. Safe for use by several threads. */
public interface MemoryBudget {
  /** Takes the bytes, if need be beyond the budget: whoever writes has to look after that. */
  void reserve(long bytes);

  void release(long bytes);
}
