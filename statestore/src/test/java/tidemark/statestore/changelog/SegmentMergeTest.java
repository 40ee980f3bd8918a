package tidemark.statestore.changelog;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.sorted;
import static tidemark.statestore.Rows.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.statestore.StoreId;

/** Segments merged into one hold the last change of each key, store by store and ascending. */
final class SegmentMergeTest {
  private static final byte[] DELETED = {};
  private static final String NAME = "1-1";

  private final Random random = new Random();

  /** Changes by key: a value, or {@link #DELETED}. Values begin with a byte that says so. */
  private static final class Model extends TreeMap<StoreId, SortedMap<byte[], byte[]>> {
    SortedMap<byte[], byte[]> of(StoreId store) {
      return computeIfAbsent(store, id -> sorted());
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>();
      forEach((store, keys) -> keys.forEach((key, value) -> lines.add(line(store, key, value))));
      return lines;
    }
  }

  private static String line(StoreId store, byte[] key, byte[] value) {
    return store + " " + text(key, value.length < 64 ? value : Arrays.copyOf(value, 64));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void theLastChangeOfEachKeyStays(long seed) throws IOException {
    System.out.println("seed " + seed);
    random.setSeed(seed);
    int alphabet = 2 + random.nextInt(4);
    int longestKey = 2 + random.nextInt(20);
    int longestValue = random.nextBoolean() ? 40 : 40_000;
    Model all = new Model();
    List<byte[]> segments = new ArrayList<>();
    for (int count = 1 + random.nextInt(9); count > 0; count--) {
      Model changes = changes(alphabet, longestKey, longestValue);
      segments.add(written(changes));
      changes.forEach((store, keys) -> all.of(store).putAll(keys));
    }
    assertThat(read(merged(segments, false))).isEqualTo(all.lines());
    all.values().forEach(keys -> keys.values().removeIf(value -> value.length == 0));
    assertThat(read(merged(segments, true))).isEqualTo(all.lines());
  }

  private Model changes(int alphabet, int longestKey, int longestValue) {
    Model changes = new Model();
    for (int store = 0; store < 4; store++) {
      SortedMap<byte[], byte[]> keys = changes.of(new StoreId("steps.s" + store / 2, "t" + store));
      for (int i = random.nextInt(3) * random.nextInt(60); i > 0; i--) {
        byte[] key = new byte[1 + random.nextInt(longestKey)];
        for (int b = 0; b < key.length; b++) {
          key[b] = (byte) (random.nextInt(alphabet) * 85);
        }
        byte[] value = new byte[1 + random.nextInt(longestValue)];
        random.nextBytes(value);
        keys.put(key, random.nextInt(3) == 0 ? DELETED : value);
      }
    }
    return changes;
  }

  private static byte[] written(Model changes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SegmentWriter writer = new SegmentWriter(bytes, 'S', NAME, true)) {
      for (StoreId store : changes.keySet()) {
        BlockWriter blocks = writer.store(store);
        MapChanges walk = new MapChanges(store, changes.get(store));
        while (walk.next()) {
          blocks.write(walk, walk.agreed());
        }
      }
      writer.finish();
      assertThat(writer.isAscending()).isTrue();
    }
    return bytes.toByteArray();
  }

  /** The changes of one store. */
  private static final class MapChanges implements Changes {
    private final StoreId store;
    private final Iterator<Map.Entry<byte[], byte[]>> rest;
    private byte[] before = {};
    private byte[] key = {};
    private byte[] value = {};

    MapChanges(StoreId store, SortedMap<byte[], byte[]> changes) {
      this.store = store;
      this.rest = changes.entrySet().iterator();
    }

    @Override
    public boolean nextStore() {
      return false;
    }

    @Override
    public StoreId store() {
      return store;
    }

    @Override
    public boolean next() {
      if (!rest.hasNext()) {
        return false;
      }
      Map.Entry<byte[], byte[]> change = rest.next();
      before = key;
      key = change.getKey();
      value = change.getValue();
      return true;
    }

    @Override
    public byte[] keyArray() {
      return key;
    }

    @Override
    public int keyStart() {
      return 0;
    }

    @Override
    public int keyLength() {
      return key.length;
    }

    @Override
    public int agreed() {
      return Arrays.mismatch(before, key);
    }

    @Override
    public byte[] valueArray() {
      return value;
    }

    @Override
    public int valueStart() {
      return 0;
    }

    @Override
    public int valueLength() {
      return value.length == 0 ? -1 : value.length;
    }
  }

  private static SegmentReader reader(byte[] segment) {
    return new SegmentReader(new ByteArrayInputStream(segment), NAME, 'S', NAME);
  }

  private static byte[] merged(List<byte[]> segments, boolean fromTheStart) throws IOException {
    List<SegmentReader> readers = segments.stream().map(SegmentMergeTest::reader).toList();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SegmentWriter writer = new SegmentWriter(bytes, 'S', NAME, true)) {
      new SegmentMerge(readers, fromTheStart).writeTo(writer, () -> false);
      writer.finish();
      assertThat(writer.isAscending()).isTrue();
    }
    return bytes.toByteArray();
  }

  /** All changes; what a reader says of keys that agree is checked on the way. */
  private static List<String> read(byte[] segment) {
    List<String> lines = new ArrayList<>();
    try (SegmentReader reader = reader(segment)) {
      while (reader.nextStore()) {
        byte[] before = {};
        while (reader.next()) {
          int start = reader.keyStart();
          byte[] key = Arrays.copyOfRange(reader.keyArray(), start, start + reader.keyLength());
          int from = reader.valueStart();
          int length = Math.max(0, reader.valueLength());
          byte[] value = Arrays.copyOfRange(reader.valueArray(), from, from + length);
          lines.add(line(reader.store(), key, value));
          assertThat(reader.agreed()).isEqualTo(Arrays.mismatch(before, key));
          before = key;
        }
      }
    }
    return lines;
  }

  @Test
  void aMergeThatIsCancelledStopsAlsoAmongRowsThatAreGone() throws IOException {
    Model changes = new Model();
    StoreId store = new StoreId("steps.s", "t");
    for (int i = 0; i < 20_000; i++) {
      byte[] key = {1, (byte) (i >> 8), (byte) i};
      changes.of(store).put(key, i < 10_000 ? DELETED : new byte[] {1});
    }
    assertThat(keysMergedWhenStopped(changes, 2)).isZero();
    assertThat(keysMergedWhenStopped(changes, 4)).isBetween(1, 9_999);
    assertThat(keysMergedWhenStopped(changes, 100)).isEqualTo(10_000);
  }

  private static int keysMergedWhenStopped(Model changes, int question) throws IOException {
    int[] asked = {0};
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SegmentWriter writer = new SegmentWriter(bytes, 'S', NAME, false)) {
      new SegmentMerge(List.of(reader(written(changes))), true)
          .writeTo(writer, () -> ++asked[0] == question);
      writer.finish();
    }
    return read(bytes.toByteArray()).size();
  }
}
