package tidemark.runner.layout;

import java.util.List;
import java.util.Optional;

/**
 * What a step keeps.
 *
 * @param encoding version of how values become bytes
 * @param nextFieldId greater than every id that a field of the step ever had
 * @param stores in a fixed order, the one with the rows first, its indexes after it
 * @param owner under whose name the stores lie in the state, where that is not the step's id: a
 *     step keeps its rows where they are when it gets another name
 */
public record StateLayout(
    int encoding, int nextFieldId, List<StoreLayout> stores, Optional<String> owner) {
  /** The version that this release writes. */
  public static final int ENCODING = 1;

  public StateLayout {
    stores = List.copyOf(stores);
  }

  /** Stores that lie under the step's own id. */
  public StateLayout(int encoding, int nextFieldId, List<StoreLayout> stores) {
    this(encoding, nextFieldId, stores, Optional.empty());
  }

  /** The store of this name. */
  public Optional<StoreLayout> store(String name) {
    return stores.stream().filter(s -> s.name().equals(name)).findFirst();
  }

  /** All fields of all stores, keys first. */
  public List<StateField> fields() {
    return stores.stream()
        .flatMap(s -> java.util.stream.Stream.concat(s.key().stream(), s.value().stream()))
        .toList();
  }
}
