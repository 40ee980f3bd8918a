package tidemark.statestore.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.statestore.GroupRows;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.LocalFiles;

/**
 * Rows that come and go, as in a join of streams: memory follows the rows that are there and not
 * those that ever were, so that nothing has to move to disk.
 */
final class ChurnTest {
  private static final StoreId ID = new StoreId("steps.join", "left");
  private static final int VALUE_BYTES = 40;
  private static final int KEY_BYTES = 9;

  /** Of a record besides its key and value: its head, and slots of the index. */
  private static final int BESIDES = 12 + 26;

  private static final int ROW_BYTES = KEY_BYTES + VALUE_BYTES + BESIDES;
  private static final int PAGE = 1 << 15;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  /** Each batch adds as many rows as it removes; the rows of a batch stay for one more. */
  @ParameterizedTest
  @ValueSource(ints = {60, 900, 60_000})
  void memoryFollowsTheRowsThatAreThere(int batchRows) {
    RocksDbStateBackend backend = open(64L << 20);
    StateStore store = backend.store(ID);
    long most = 0;
    for (int batch = 0; batch < 60; batch++) {
      for (int group = 0; group < 4; group++) {
        try (GroupRows rows = store.group(group, batchRows)) {
          for (int i = 0; i < batchRows / 4; i++) {
            remove(rows, group, (batch - 2L) * batchRows + i);
            insert(rows, group, (long) batch * batchRows + i);
          }
        }
      }
      most = Math.max(most, backend.stats().memoryUsed());
      backend.seal(batch);
    }
    assertThat(store.rows()).isEqualTo(2L * batchRows / 4 * 4);
    assertThat(backend.stats().nativeHandles()).isZero();
    // The rows of three batches, one of them removed; of the records, a quarter may be garbage.
    assertThat(most).isLessThan(4L * batchRows * ROW_BYTES + 4 * PAGE);
    backend.close();
  }

  /** A few changes in each batch: what they leave behind goes, too, though not all at once. */
  @Test
  void smallBatchesOnManyRowsLeaveNoGarbageForEver() {
    RocksDbStateBackend backend = open(32L << 20);
    StateStore store = backend.store(ID);
    int rows = 50_000;
    int changes = 2_000;
    for (int i = 0; i < rows; i++) {
      try (GroupRows group = store.group(i & 0xFF, 1)) {
        insert(group, i & 0xFF, i);
      }
    }
    backend.seal(0);
    for (int batch = 1; batch <= 300; batch++) {
      for (int i = 0; i < changes; i++) {
        long old = (long) (batch - 1) * changes + i;
        try (GroupRows group = store.group((int) (old & 0xFF), 1)) {
          remove(group, (int) (old & 0xFF), old);
        }
        long added = old + rows;
        try (GroupRows group = store.group((int) (added & 0xFF), 1)) {
          insert(group, (int) (added & 0xFF), added);
        }
      }
      backend.seal(batch);
    }
    assertThat(store.rows()).isEqualTo(rows);
    assertThat(backend.stats().nativeHandles()).isZero();
    assertThat(backend.stats().memoryUsed()).isLessThan(2L * rows * ROW_BYTES + 256L * PAGE);
    backend.close();
  }

  /** Values that outgrow their place in every batch leave the old ones behind. */
  @Test
  void valuesThatGrowLeaveNoGarbageForEver() {
    RocksDbStateBackend backend = open(8L << 20);
    StateStore store = backend.store(ID);
    int rows = 2_000;
    for (int batch = 0; batch < 100; batch++) {
      try (GroupRows group = store.group(7, rows)) {
        for (int i = 0; i < rows; i++) {
          byte[] key = key(7, i);
          assertThat(group.find(key, 0, key.length)).isEqualTo(batch > 0);
          group.put(new byte[1 + batch], 0, 1 + batch);
        }
      }
      backend.seal(batch);
    }
    assertThat(backend.stats().nativeHandles()).isZero();
    assertThat(backend.stats().memoryUsed()).isLessThan(2L * rows * (KEY_BYTES + 100 + BESIDES));
    backend.close();
  }

  private static void insert(GroupRows rows, int group, long number) {
    byte[] key = key(group, number);
    rows.insert(key, 0, key.length, new byte[VALUE_BYTES], 0, VALUE_BYTES);
  }

  private static void remove(GroupRows rows, int group, long number) {
    if (number >= 0) {
      byte[] key = key(group, number);
      assertThat(rows.find(key, 0, key.length)).isTrue();
      rows.remove();
    }
  }

  private static byte[] key(int group, long number) {
    return ByteBuffer.allocate(KEY_BYTES).put((byte) group).putLong(number).array();
  }

  private RocksDbStateBackend open(long memory) {
    return new RocksDbStateBackend(
        new RocksDbStateBackend.Settings(
            LocalFiles.withoutSync(folder),
            folder.resolve("work"),
            memory,
            Rows.countingIds(1),
            StateMerging.AT_SEALS),
        StateRef.empty(),
        List.of());
  }
}
