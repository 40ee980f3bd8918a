package tidemark.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.statestore.Rows.key;
import static tidemark.statestore.Rows.sorted;
import static tidemark.statestore.Rows.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random work on a table of which everything is in memory and on a sorted map gives the same rows
 * and the same changes, wherever garbage is collected between.
 */
final class ShardTest {
  private static final byte[] FRONT = key(1, "");

  /** The bytes taken from it. */
  private static final class CountingBudget implements MemoryBudget {
    private long used;

    @Override
    public void reserve(long bytes) {
      used += bytes;
    }

    @Override
    public void release(long bytes) {
      used -= bytes;
    }
  }

  private final CountingBudget budget = new CountingBudget();
  private final SortedMap<byte[], byte[]> model = sorted();
  private SortedMap<byte[], byte[]> sealedModel = sorted();
  private final SortRoom room = new SortRoom();
  private Shard shard = new Shard(budget, true);
  private Random random;

  /** One change in so many looks a key up; the others are additions and removals on a walk. */
  private int rarely = 1;

  private int keys;
  private int longest;

  @ParameterizedTest
  @CsvSource({
    "1, 20, 10",
    "2, 300, 40",
    "3, 5000, 30",
    "4, 5000, 4000",
    "5, 60, 20000",
    "6, 40000, 3"
  })
  void tableAndModelAgree(long seed, int keys, int longest) {
    System.out.println("seed " + seed);
    random = new Random(seed);
    this.keys = keys;
    this.longest = longest;
    for (int batch = 0; batch < 60; batch++) {
      for (int i = random.nextInt(keys / 3 + 2); i > 0; i--) {
        change();
      }
      if (random.nextInt(3) == 0) {
        removeAFrontRange();
      }
      if (random.nextInt(4) == 0) {
        shard.collect();
      }
      agree();
      if (random.nextInt(4) > 0) {
        seal();
      }
      if (shard.isWasteful()) {
        shard.collect();
        assertThat(shard.isWasteful()).isFalse();
      }
      agree();
      if (random.nextInt(10) == 0 && !shard.hasUnsealed()) {
        shard = reopened();
        agree();
      }
    }
    shard.clear(true);
    assertThat(budget.used).isZero();
  }

  /** Rows that were removed are added again, too, before or after the seal. */
  @ParameterizedTest
  @CsvSource({"1, 20, 10", "2, 300, 40", "3, 1500, 30", "4, 500, 4000", "5, 30, 30", "6, 1000, 3"})
  void rowsAreAddedWithoutALookUp(long seed, int keys, int longest) {
    rarely = 4 * keys;
    tableAndModelAgree(seed, keys, longest);
  }

  /** A row takes over a hundred bytes: ten rows less than 4 KB, a hundred more. */
  @ParameterizedTest
  @CsvSource({"10, false", "100, true"})
  void aFewRemovedRowsAreNotWorthACollection(int rows, boolean isWorthIt) {
    byte[] value = new byte[100];
    for (int i = 0; i < rows; i++) {
      byte[] key = key(1, "row " + i);
      shard.insert(key, 0, key.length, value, 0, value.length);
    }
    shard.markSealed();
    for (int i = 0; i < rows; i++) {
      byte[] key = key(1, "row " + i);
      shard.delete(key, 0, key.length);
    }
    assertThat(shard.isWasteful()).isFalse();
    shard.markSealed();
    assertThat(shard.isWasteful()).isEqualTo(isWorthIt);
  }

  private void change() {
    byte[] key = randomKey();
    byte[] value = new byte[random.nextInt(longest)];
    random.nextBytes(value);
    if (random.nextInt(rarely) > 0) {
      changeWithoutALookUp(key, value);
    } else if (!model.containsKey(key)) {
      shard.insert(key, 0, key.length, value, 0, value.length);
      model.put(key, value);
    } else if (random.nextBoolean()) {
      shard.replace(key, 0, key.length, value, 0, value.length);
      model.put(key, value);
    } else {
      shard.delete(key, 0, key.length);
      model.remove(key);
    }
  }

  private void changeWithoutALookUp(byte[] key, byte[] value) {
    if (!model.containsKey(key)) {
      shard.add(key, 0, key.length, value, 0, value.length);
      model.put(key, value);
      return;
    }
    for (int record = shard.firstRow(); record >= 0; record = shard.rowAfter(record)) {
      if (Arrays.equals(shard.key(record), key)) {
        shard.delete(record);
      }
    }
    model.remove(key);
  }

  /** As windows go that have closed. */
  private void removeAFrontRange() {
    byte[] to = randomKey();
    try (ShardCursor cursor = new ShardCursor(shard, FRONT, Optional.of(to))) {
      while (cursor.next()) {
        if (!shard.isDead(cursor.record())) {
          shard.delete(cursor.record());
        }
      }
    }
    model.subMap(FRONT, to).clear();
  }

  private byte[] randomKey() {
    return key(1, Integer.toString(random.nextInt(keys), 5));
  }

  private void agree() {
    assertThat(budget.used).isEqualTo(shard.heapBytes());
    assertThat(told(shard.live())).isEqualTo(told(model));
    byte[] from = random.nextBoolean() ? FRONT : randomKey();
    byte[] to = randomKey();
    if (Arrays.compareUnsigned(from, to) < 0) {
      assertThat(scanned(from, Optional.of(to))).isEqualTo(told(model.subMap(from, to)));
    }
    if (random.nextInt(3) == 0) {
      assertThat(scanned(from, Optional.empty())).isEqualTo(told(model.tailMap(from)));
    }
    if (random.nextInt(rarely) > keys / 20) {
      return;
    }
    byte[] key = randomKey();
    int record = shard.find(key, 0, key.length);
    boolean found = record >= 0 && !shard.isDead(record);
    assertThat(found).isEqualTo(model.containsKey(key));
    if (found) {
      assertThat(shard.value(record)).isEqualTo(model.get(key));
    }
  }

  private List<String> scanned(byte[] from, Optional<byte[]> to) {
    List<String> rows = new ArrayList<>();
    try (ShardCursor cursor = new ShardCursor(shard, from, to)) {
      while (cursor.next()) {
        if (!shard.isDead(cursor.record())) {
          rows.add(told(cursor.record()));
        }
      }
    }
    return rows;
  }

  private List<String> told(int[] records) {
    return Arrays.stream(records).mapToObj(this::told).toList();
  }

  private String told(int record) {
    return text(shard.key(record), shard.value(record));
  }

  private static List<String> told(Map<byte[], byte[]> rows) {
    return rows.entrySet().stream().map(row -> text(row.getKey(), row.getValue())).toList();
  }

  /** The changes of the table, put upon what was sealed last, give what it holds now. */
  private void seal() {
    SortedMap<byte[], byte[]> replayed = sorted();
    replayed.putAll(sealedModel);
    TreeSet<byte[]> changed = new TreeSet<>(Arrays::compareUnsigned);
    int[] unsealed = shard.unsealed(room);
    for (int record : unsealed) {
      byte[] key = shard.key(record);
      assertThat(changed.isEmpty() || Arrays.compareUnsigned(changed.last(), key) < 0).isTrue();
      changed.add(key);
      if (shard.isDead(record)) {
        assertThat(replayed.remove(key)).isNotNull();
      } else {
        replayed.put(key, shard.value(record));
      }
    }
    assertThat(told(replayed)).isEqualTo(told(model));
    shard.markSealed();
    sealedModel = new TreeMap<>(model);
  }

  private Shard reopened() {
    int length = 0;
    for (int page = 0; page < shard.pages(); page++) {
      length += shard.pageEnd(page);
    }
    byte[] content = new byte[length];
    int end = 0;
    for (int page = 0; page < shard.pages(); page++) {
      System.arraycopy(shard.page(page), 0, content, end, shard.pageEnd(page));
      end += shard.pageEnd(page);
    }
    long least = shard.least();
    shard.clear(true);
    return Shard.of(budget, true, content, least);
  }
}
