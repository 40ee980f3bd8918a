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

  // Every run needs these two, and to link the ones of the compiler takes longer than all else
  // that is done with them.
  @Override
  public boolean equals(Object other) {
    return other instanceof StoreId that && owner.equals(that.owner) && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return 31 * owner.hashCode() + name.hashCode();
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
