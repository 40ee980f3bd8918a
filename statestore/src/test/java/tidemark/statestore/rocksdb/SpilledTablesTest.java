package tidemark.statestore.rocksdb;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateBackend;
import tidemark.statestore.StateBackendContract;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.files.LocalFiles;

/** The durable backend with so little memory that tables move to RocksDB all the time. */
final class SpilledTablesTest extends StateBackendContract {
  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  @Override
  protected boolean keepsAllInMemory() {
    return false;
  }

  @Override
  protected StateBackend open() {
    return new RocksDbStateBackend(
        new RocksDbStateBackend.Settings(
            new LocalFiles(folder),
            folder.resolve("work"),
            1 << 10,
            Rows.countingIds(1),
            StateMerging.AT_SEALS),
        StateRef.empty(),
        List.of());
  }
}
