package tidemark.statestore.memory;

import tidemark.statestore.StateBackend;
import tidemark.statestore.StateBackendContract;

final class MemoryStateBackendTest extends StateBackendContract {
  @Override
  protected StateBackend open() {
    return new MemoryStateBackend();
  }
}
