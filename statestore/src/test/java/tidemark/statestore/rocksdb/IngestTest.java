package tidemark.statestore.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.Rows.sorted;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.statestore.GroupRows;
import tidemark.statestore.IdSource;
import tidemark.statestore.KeyRange;
import tidemark.statestore.MemoryFolders;
import tidemark.statestore.Rows;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.LocalFiles;

/**
 * Groups that are large enough to be written as files of their own, again and again: rows that were
 * removed or changed never come back from an older file.
 */
final class IngestTest {
  private static final StoreId ID = new StoreId("steps.count", "groups");
  private static final int GROUPS = 3;
  private static final int KEYS = 5_000;
  private static final long LITTLE = 200_000;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private final IdSource ids = Rows.countingIds(1);
  private final SortedMap<byte[], byte[]> model = sorted();
  private final Random random = new Random(5);

  @Test
  void wholeGroupsComeAndGoThroughFiles() {
    StateRef ref = StateRef.empty();
    RocksDbStateBackend backend = open(ref);
    for (int round = 0; round < 6; round++) {
      StateStore store = backend.store(ID);
      for (int group = 0; group < GROUPS; group++) {
        boolean many = random.nextInt(3) > 0;
        change(store, group, many ? KEYS / 2 : 20, many ? KEYS : 20);
      }
      if (round % 3 == 2) {
        expire(store, round % GROUPS);
      }
      assertThat(store.rows()).isEqualTo(model.size());
      assertThat(all(store)).isEqualTo(all(model));
      ref = backend.seal(round);
      assertThat(ref.stores().get(0).rows()).isEqualTo(model.size());
      assertThat(ref.stores().get(0).bytes()).isEqualTo(bytes());
      if (round % 2 == 1) {
        backend.close();
        backend = open(ref);
        assertThat(backend.notices()).isEmpty();
      }
    }
    assertThat(backend.stats().nativeHandles()).isPositive();
    backend.close();
  }

  private void change(StateStore store, int group, int changes, int lookups) {
    try (GroupRows rows = store.group(group, lookups)) {
      for (int i = 0; i < changes; i++) {
        byte[] key = key(group, random.nextInt(KEYS));
        byte[] before = model.get(key);
        assertThat(rows.find(key, 0, key.length)).isEqualTo(before != null);
        if (before != null && random.nextInt(4) == 0) {
          rows.remove();
          model.remove(key);
        } else {
          byte[] value = new byte[30 + random.nextInt(60)];
          random.nextBytes(value);
          rows.put(value, 0, value.length);
          model.put(key, value);
        }
      }
    }
  }

  /** The first half of a group goes, as the rows of windows that are over. */
  private void expire(StateStore store, int group) {
    byte[] from = {(byte) group};
    byte[] to = key(group, KEYS / 2);
    try (StateCursor cursor = store.scan(KeyRange.between(from, to))) {
      while (cursor.next()) {
        cursor.remove();
      }
    }
    model.subMap(from, to).clear();
  }

  private static byte[] key(int group, int number) {
    return ByteBuffer.allocate(9).put((byte) group).putLong(number).array();
  }

  private long bytes() {
    return model.entrySet().stream()
        .mapToLong(row -> row.getKey().length + row.getValue().length)
        .sum();
  }

  private RocksDbStateBackend open(StateRef ref) {
    return new RocksDbStateBackend(
        new RocksDbStateBackend.Settings(
            LocalFiles.withoutSync(folder),
            folder.resolve("work"),
            LITTLE,
            ids,
            StateMerging.AT_SEALS),
        ref,
        List.of());
  }
}
