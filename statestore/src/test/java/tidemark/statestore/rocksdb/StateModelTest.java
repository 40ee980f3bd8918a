package tidemark.statestore.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.Rows.key;
import static tidemark.statestore.Rows.scanned;
import static tidemark.statestore.Rows.sorted;
import static tidemark.statestore.Rows.walked;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.statestore.GroupRows;
import tidemark.statestore.GroupWalk;
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
 * Random work on the backend and on sorted maps gives the same rows, through seals, discards and
 * reopening.
 */
final class StateModelTest {
  private static final int STORES = 2;

  @TempDir(factory = MemoryFolders.class)
  private Path folder;

  private final IdSource ids = Rows.countingIds(1);
  private final List<SortedMap<byte[], byte[]>> model = new ArrayList<>();
  private List<SortedMap<byte[], byte[]>> sealedModel = new ArrayList<>();
  private final SortedMap<Long, StateRef> refs = new TreeMap<>();
  private RocksDbStateBackend backend;
  private Random random;

  @ParameterizedTest
  @CsvSource({
    "1, 67108864, 8",
    "2, 1024, 8",
    "3, 200000, 300",
    "4, 1024, 300",
    "5, 40000, 20",
    "6, 20000, 20",
    "7, 3000000, 2000",
    "8, 100000, 60"
  })
  void backendAndModelAgree(long seed, long memory, int valueBytes) {
    System.out.println("seed " + seed);
    random = new Random(seed);
    for (int i = 0; i < STORES; i++) {
      model.add(sorted());
      sealedModel.add(sorted());
    }
    reopen(memory, StateRef.empty());
    for (long batch = 0; batch < 80; batch++) {
      work(valueBytes);
      agree();
      end(batch, memory);
    }
    backend.close();
  }

  private void work(int valueBytes) {
    if (random.nextInt(3) == 0) {
      workOnAGroup(valueBytes);
    }
    if (random.nextInt(6) == 0) {
      removeARange();
    }
    if (random.nextInt(6) == 0) {
      removeOnAWalk();
    }
    int changes = random.nextInt(10) == 0 ? 0 : random.nextInt(150);
    for (int i = 0; i < changes; i++) {
      int which = random.nextInt(STORES);
      SortedMap<byte[], byte[]> rows = model.get(which);
      StateStore store = store(which);
      byte[] key = randomKey();
      byte[] value = new byte[random.nextInt(valueBytes)];
      random.nextBytes(value);
      if (!rows.containsKey(key)) {
        assertThat(store.get(key)).isNull();
        store.insert(key, value);
        rows.put(key, value);
      } else if (random.nextInt(3) > 0) {
        assertThat(store.get(key)).isEqualTo(rows.get(key));
        store.replace(key, value);
        rows.put(key, value);
      } else {
        store.delete(key);
        rows.remove(key);
      }
    }
  }

  private void workOnAGroup(int valueBytes) {
    int which = random.nextInt(STORES);
    SortedMap<byte[], byte[]> rows = model.get(which);
    int group = randomGroup();
    try (GroupRows stored = store(which).group(group, random.nextInt(2000))) {
      for (int i = random.nextInt(200); i > 0; i--) {
        byte[] key = randomKey(group);
        byte[] before = rows.get(key);
        assertThat(isFound(stored, key)).isEqualTo(before != null);
        if (before != null) {
          int from = stored.valueStart();
          assertThat(Arrays.copyOfRange(stored.value(), from, from + stored.valueLength()))
              .isEqualTo(before);
        }
        if (before != null && random.nextInt(4) == 0) {
          stored.remove();
          rows.remove(key);
        } else if (random.nextInt(4) > 0) {
          byte[] value = new byte[random.nextInt(valueBytes)];
          random.nextBytes(value);
          if (before == null && random.nextBoolean()) {
            stored.insert(key, 0, key.length, value, 0, value.length);
          } else {
            stored.put(value, 0, value.length);
          }
          rows.put(key, value);
        }
      }
    }
  }

  private boolean isFound(GroupRows stored, byte[] key) {
    if (random.nextBoolean()) {
      return stored.find(key, 0, key.length);
    }
    stored.lookAhead(key, new int[] {key.length}, 1);
    return stored.find(0);
  }

  /** Removes the rows in front of a key of its group, all or some: as expired windows go. */
  private void removeARange() {
    int which = random.nextInt(STORES);
    int group = randomGroup();
    byte[] to = randomKey(group);
    byte[] from = {(byte) group};
    boolean every = random.nextBoolean();
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return;
    }
    if (every && random.nextBoolean()) {
      SortedMap<byte[], byte[]> expired = model.get(which).subMap(from, to);
      assertThat(store(which).dropBefore(to)).isEqualTo(expired.size());
      expired.clear();
      return;
    }
    try (StateCursor cursor = store(which).scan(KeyRange.between(from, to))) {
      while (cursor.next()) {
        if (every || random.nextBoolean()) {
          model.get(which).remove(cursor.key());
          cursor.remove();
        }
      }
    }
    if (every) {
      assertThat(model.get(which).subMap(from, to)).isEmpty();
    }
  }

  /** Removes some rows of a group, wherever they lie. */
  private void removeOnAWalk() {
    int which = random.nextInt(STORES);
    try (GroupWalk walk = store(which).walk(randomGroup())) {
      while (walk.next()) {
        if (random.nextInt(3) == 0) {
          int from = walk.keyStart();
          byte[] key = Arrays.copyOfRange(walk.keyArray(), from, from + walk.keyLength());
          assertThat(walk.value()).isEqualTo(model.get(which).remove(key));
          walk.remove();
        }
      }
    }
  }

  private int randomGroup() {
    return new int[] {0, 1, 17, 128, 255}[random.nextInt(5)];
  }

  private byte[] randomKey() {
    return randomKey(randomGroup());
  }

  private byte[] randomKey(int group) {
    return key(group, Integer.toString(random.nextInt(120), 2));
  }

  private StateStore store(int which) {
    return backend.store(new StoreId("steps.s", "store" + which));
  }

  /** What is said to be present is; that a key is not known to be may be said of any. */
  private void agreeOnPresentKeys() {
    int which = random.nextInt(STORES);
    int count = random.nextInt(300);
    ByteArrayOutputStream keys = new ByteArrayOutputStream();
    int[] ends = new int[count];
    List<byte[]> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      asked.add(randomKey());
      keys.writeBytes(asked.get(i));
      ends[i] = keys.size();
    }
    boolean[] present = new boolean[count];
    Arrays.fill(present, true);
    store(which).findPresent(keys.toByteArray(), ends, count, present);
    for (int i = 0; i < count; i++) {
      if (present[i]) {
        assertThat(model.get(which)).containsKey(asked.get(i));
      }
    }
  }

  private void agree() {
    agreeOnPresentKeys();
    for (int i = 0; i < STORES; i++) {
      assertThat(store(i).rows()).isEqualTo(model.get(i).size());
      byte[] from = randomKey();
      byte[] to = randomKey();
      if (Arrays.compareUnsigned(from, to) < 0) {
        assertThat(scanned(store(i), KeyRange.between(from, to)))
            .isEqualTo(all(model.get(i).subMap(from, to)));
      }
      assertThat(all(store(i))).isEqualTo(all(model.get(i)));
      int group = randomGroup();
      assertThat(walked(store(i), group))
          .containsExactlyInAnyOrderElementsOf(scanned(store(i), KeyRange.group(group)));
    }
  }

  private void end(long batch, long memory) {
    int what = random.nextInt(10);
    if (what == 0) {
      backend.discard();
      takeBack();
      agree();
      return;
    }
    StateRef ref = backend.seal(batch);
    refs.put(batch, ref);
    sealedModel = copy(model);
    if (what <= 3) {
      if (what == 3) {
        work(10);
        takeBack();
      }
      backend.close();
      reopen(memory, ref);
      agree();
    }
  }

  private void takeBack() {
    model.clear();
    model.addAll(copy(sealedModel));
  }

  private static List<SortedMap<byte[], byte[]>> copy(List<SortedMap<byte[], byte[]>> rows) {
    List<SortedMap<byte[], byte[]>> copies = new ArrayList<>();
    for (SortedMap<byte[], byte[]> one : rows) {
      SortedMap<byte[], byte[]> copy = sorted();
      copy.putAll(one);
      copies.add(copy);
    }
    return copies;
  }

  private void reopen(long memory, StateRef ref) {
    backend =
        new RocksDbStateBackend(
            new RocksDbStateBackend.Settings(
                LocalFiles.withoutSync(folder),
                folder.resolve("work"),
                memory,
                ids,
                random.nextBoolean() ? StateMerging.AT_SEALS : StateMerging.BESIDE_BATCHES),
            ref,
            List.copyOf(refs.values()));
    assertThat(backend.notices()).isEmpty();
  }
}
