package tidemark.operators.state;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.GroupWalk;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;

/** A store whose walks meet the rows of a key group in descending order. */
public final class BackwardStore implements StateStore {
  private final StateStore store;

  public BackwardStore(StateStore store) {
    this.store = store;
  }

  @Override
  public StoreId id() {
    return store.id();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return store.get(key);
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
    return store.scan(range);
  }

  @Override
  public GroupWalk walk(int keyGroup) {
    Deque<byte[]> keys = new ArrayDeque<>();
    try (StateCursor cursor = store.scan(KeyRange.group(keyGroup))) {
      while (cursor.next()) {
        keys.push(cursor.key());
      }
    }
    return new Walk(keys);
  }

  @Override
  public long rows() {
    return store.rows();
  }

  private final class Walk implements GroupWalk {
    private final Deque<byte[]> left;
    private byte[] key = {};

    Walk(Deque<byte[]> left) {
      this.left = left;
    }

    @Override
    public boolean next() {
      boolean found = !left.isEmpty();
      key = found ? left.pop() : key;
      return found;
    }

    @Override
    public byte[] keyArray() {
      return key;
    }

    @Override
    public int keyStart() {
      return 0;
    }

    @Override
    public int keyLength() {
      return key.length;
    }

    @Override
    public byte[] value() {
      byte[] value = store.get(key);
      if (value == null) {
        throw new IllegalStateException("the row has been removed");
      }
      return value;
    }

    @Override
    public void remove() {
      store.delete(key);
    }

    @Override
    public void close() {}
  }
}
