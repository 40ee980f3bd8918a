package tidemark.operators.state;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;

/** Counts the rows of a store that scans visit and that are looked up by their keys. */
public final class CountingStore implements StateStore {
  private final StateStore store;
  private final AtomicLong visited;
  private final AtomicLong lookedUp;

  /**
   * @param visited counts what scans visit
   * @param lookedUp counts keys that are looked up, found or not
   */
  public CountingStore(StateStore store, AtomicLong visited, AtomicLong lookedUp) {
    this.store = store;
    this.visited = visited;
    this.lookedUp = lookedUp;
  }

  @Override
  public StoreId id() {
    return store.id();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    lookedUp.incrementAndGet();
    return store.get(key);
  }

  @Override
  public void findPresent(byte[] keys, int[] ends, int count, boolean[] present) {
    lookedUp.addAndGet(count);
    store.findPresent(keys, ends, count, present);
  }

  @Override
  public void insert(byte[] key, byte[] value) {
    store.insert(key, value);
  }

  @Override
  public void replace(byte[] key, byte[] value) {
    store.replace(key, value);
  }

  @Override
  public void delete(byte[] key) {
    store.delete(key);
  }

  @Override
  public StateCursor scan(KeyRange range) {
    StateCursor cursor = store.scan(range);
    return new StateCursor() {
      @Override
      public boolean next() {
        boolean next = cursor.next();
        visited.addAndGet(next ? 1 : 0);
        return next;
      }

      @Override
      public byte[] key() {
        return cursor.key();
      }

      @Override
      public byte[] value() {
        return cursor.value();
      }

      @Override
      public void remove() {
        cursor.remove();
      }

      @Override
      public void close() {
        cursor.close();
      }
    };
  }

  @Override
  public long rows() {
    return store.rows();
  }
}
