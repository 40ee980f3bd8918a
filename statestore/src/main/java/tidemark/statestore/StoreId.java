package tidemark.statestore;

import static java.util.Objects.requireNonNull;

/**
 * Name of one store: who owns it and which of the owner's stores it is, for example {@code
 * ("steps.traffic", "rows")}.
 */
public record StoreId(String owner, String name) implements Comparable<StoreId> {
  public StoreId {
    requireNonNull(owner);
    requireNonNull(name);
    if (owner.isEmpty() || name.isEmpty()) {
      throw new IllegalArgumentException("a store needs an owner and a name");
    }
  }

  @Override
  public int compareTo(StoreId other) {
    int byOwner = owner.compareTo(other.owner);
    return byOwner != 0 ? byOwner : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return owner + "/" + name;
  }
}
