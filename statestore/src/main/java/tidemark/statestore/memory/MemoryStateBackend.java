package tidemark.statestore.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.statestore.StateBackend;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStats;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;

/**
 * A backend on sorted maps. Nothing is durable; a sealed version only ends what {@link #discard}
 * takes back.
 */
public final class MemoryStateBackend implements StateBackend {
  private final TreeMap<StoreId, MemoryStore> stores = new TreeMap<>();
  private StateRef sealed = StateRef.empty();

  @Override
  public StateStore store(StoreId id) {
    return stores.computeIfAbsent(id, MemoryStore::new);
  }

  @Override
  public StateRef seal(long batch) {
    boolean changed = false;
    List<StateRef.Size> sizes = new ArrayList<>();
    for (MemoryStore store : stores.values()) {
      changed |= store.seal();
      if (store.rows() > 0) {
        sizes.add(new StateRef.Size(store.id(), store.rows(), store.bytes()));
      }
    }
    if (changed) {
      sealed = new StateRef(batch, Optional.empty(), List.of(), sizes);
    }
    return sealed;
  }

  @Override
  public void discard() {
    stores.values().forEach(MemoryStore::discard);
  }

  @Override
  public StateRef sealed() {
    return sealed;
  }

  @Override
  public StateStats stats() {
    List<StateStats.StoreStats> sizes = new ArrayList<>();
    long used = 0;
    for (MemoryStore store : stores.values()) {
      sizes.add(new StateStats.StoreStats(store.id(), store.rows(), store.bytes()));
      used += store.bytes();
    }
    return new StateStats(sizes, used, Long.MAX_VALUE, 0);
  }

  @Override
  public void close() {
    stores.clear();
  }
}
