package tidemark.statestore.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.Rows.key;
import static tidemark.statestore.Rows.value;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.LocalFiles;

/** What a large batch changes is written by several threads into one segment. */
final class SegmentLogTest {
  private static final List<StoreId> STORES =
      List.of(
          new StoreId("steps.a", "rows"),
          new StoreId("steps.a", "times"),
          new StoreId("steps.b", "rows"));
  private static final int ROWS = 40_000;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  @Test
  void threadsWriteOneAscendingSegmentOfAllStores() throws IOException {
    StateRef ref;
    List<List<String>> rows = new ArrayList<>();
    try (RocksDbStateBackend state = open(StateRef.empty())) {
      for (StoreId id : STORES) {
        StateStore store = state.store(id);
        for (int row = 0; row < ROWS; row++) {
          store.insert(key(row % 256, "row " + row), value(id + " " + row));
        }
      }
      state.seal(0);
      for (StoreId id : STORES) {
        StateStore store = state.store(id);
        for (int row = 0; row < ROWS; row += 2) {
          store.delete(key(row % 256, "row " + row));
        }
        rows.add(all(store));
        assertThat(rows.get(rows.size() - 1)).hasSize(ROWS / 2);
      }
      ref = state.seal(1);
      assertThat(ref.segments()).hasSize(2).allMatch(StateRef.Segment::ascending);
    }
    LocalFiles.deleteTree(folder.resolve("work"));
    try (RocksDbStateBackend state = open(ref)) {
      for (StoreId id : STORES) {
        assertThat(all(state.store(id))).isEqualTo(rows.remove(0));
      }
    }
  }

  private RocksDbStateBackend open(StateRef ref) {
    return new RocksDbStateBackend(
        new RocksDbStateBackend.Settings(
            new LocalFiles(folder),
            folder.resolve("work"),
            64 << 20,
            Rows.countingIds(ref.version() + 2),
            StateMerging.AT_SEALS),
        ref,
        List.of());
  }
}
