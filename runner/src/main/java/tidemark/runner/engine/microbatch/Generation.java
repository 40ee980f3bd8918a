package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.runner.compat.StoreOwners;
import tidemark.runner.compat.Upgrade;
import tidemark.runner.layout.Layout;
import tidemark.statestore.StoreId;

/**
 * The plan generation that a run's batches carry.
 *
 * @param number of the generation; its document may not be written yet
 * @param layout what it says of every store
 * @param upgrade how it differs from the generation of the last commit; empty if that is the same
 */
record Generation(int number, Layout layout, Optional<Upgrade> upgrade) {
  /** The stores of the last commit that nothing owns any more, to be emptied by the first batch. */
  List<StoreId> abandoned() {
    if (upgrade.isEmpty()) {
      return List.of();
    }
    Map<String, List<String>> gone = new TreeMap<>(StoreOwners.of(upgrade.get().before()));
    gone.keySet().removeAll(StoreOwners.of(layout).keySet());
    List<StoreId> stores = new ArrayList<>();
    gone.forEach((owner, names) -> names.forEach(name -> stores.add(new StoreId(owner, name))));
    return List.copyOf(stores);
  }
}
