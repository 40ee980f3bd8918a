package tidemark.operators.state;

import java.util.Optional;

/** Opens the stores of one step by name. */
public interface StateAccess {
  StateRows rows(String store);

  /** The order in which the store's rows hold their parts; empty for that of the pipeline file. */
  default Optional<StoredOrder> order(String store) {
    return Optional.empty();
  }
}
