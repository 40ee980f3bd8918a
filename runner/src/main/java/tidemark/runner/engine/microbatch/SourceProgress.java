package tidemark.runner.engine.microbatch;

import java.util.Arrays;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.SourceState;
import tidemark.operators.state.KeyHash;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateStore;

/** A source's memory as rows of the state store: {@code key group | key → value}. */
final class SourceProgress implements SourceState {
  private final StateStore store;

  SourceProgress(StateStore store) {
    this.store = store;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return store.get(stored(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    byte[] stored = stored(key);
    if (store.get(stored) == null) {
      store.insert(stored, value);
    } else {
      store.replace(stored, value);
    }
  }

  @Override
  public void remove(byte[] key) {
    byte[] stored = stored(key);
    if (store.get(stored) != null) {
      store.delete(stored);
    }
  }

  @Override
  public void forEach(BiPredicate<byte[], byte[]> visitor) {
    try (StateCursor cursor = store.scan(KeyRange.all())) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        if (!visitor.test(Arrays.copyOfRange(key, 1, key.length), cursor.value())) {
          return;
        }
      }
    }
  }

  @Override
  public long size() {
    return store.rows();
  }

  private static byte[] stored(byte[] key) {
    byte[] stored = new byte[key.length + 1];
    stored[0] = (byte) KeyHash.group(KeyHash.of(key, 0, key.length));
    System.arraycopy(key, 0, stored, 1, key.length);
    return stored;
  }
}
