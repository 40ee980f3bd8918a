package tidemark.operators.state;

import tidemark.statestore.StoreId;
import tidemark.statestore.memory.MemoryStateBackend;

/** The stores of one step in memory, for trying a step out without a checkpoint. */
public final class MemoryState implements StateAccess {
  private final MemoryStateBackend backend = new MemoryStateBackend();

  @Override
  public StateRows rows(String store) {
    return new StateRows(backend.store(new StoreId("step", store)));
  }
}
