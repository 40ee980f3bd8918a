package tidemark.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records are found again where they were put, whatever their lengths do to the pages. */
final class RecordsTest {
  private static final int UNWANTED = 4;

  /** What was added, in order. */
  private record Added(int place, String key, String value, int flags) {}

  private final Records records = new Records();
  private final List<Added> model = new ArrayList<>();
  private Random random;
  private int longest;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void recordsAndModelAgree(long seed) {
    System.out.println("seed " + seed);
    random = new Random(seed);
    longest = (int) Math.pow(10, 1 + seed % 5);
    for (int round = 0; round < 12; round++) {
      int placeBehind = records.end();
      int before = model.size();
      for (int i = random.nextInt(400_000 / (longest + 100)); i > 0; i--) {
        add();
      }
      assertThat(places(records.from(placeBehind))).isEqualTo(placesOf(before));
      agree();
      if (round % 4 == 3) {
        collect();
        agree();
      }
    }
    Records copy = new Records();
    copy.adopt(content(), flags -> false);
    assertThat(copy.filledBytes()).isEqualTo(records.filledBytes());
    assertThat(told(copy)).isEqualTo(told(records));
    Records wanted = new Records();
    wanted.adopt(content(), flags -> (flags & UNWANTED) != 0);
    model.removeIf(added -> (added.flags & UNWANTED) != 0);
    assertThat(told(wanted)).isEqualTo(toldOfModel());
  }

  private void add() {
    byte[] key = bytes();
    byte[] value = bytes();
    int flags = model.size() / 50 % 2 * random.nextInt(8) | (model.size() / 400 % 3 == 1 ? 4 : 0);
    long growth = records.growthFor(key.length + value.length);
    long held = records.heapBytes();
    records.growFor(key.length + value.length);
    assertThat(records.heapBytes()).isEqualTo(held + growth);
    int place = records.append(key, 0, key.length, value, 0, value.length, flags);
    model.add(new Added(place, text(key), text(value), flags));
  }

  /** Of random length; now and then one that just fills a page, or just does not. */
  private byte[] bytes() {
    int length = random.nextInt(300) == 0 ? (1 << 14) - 8 + random.nextInt(6) : 0;
    byte[] bytes = new byte[length > 0 ? length : random.nextInt(longest)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void collect() {
    Map<Integer, Added> before = new HashMap<>();
    model.forEach(added -> before.put(added.place, added));
    RecordMoves moves = records.collect(flags -> (flags & UNWANTED) != 0);
    model.clear();
    long unwanted = 0;
    for (Added added : before.values()) {
      int place = moves.placeOf(added.place);
      boolean wanted = (added.flags & UNWANTED) == 0;
      assertThat(wanted && place == RecordMoves.DROPPED).isFalse();
      if (place != RecordMoves.DROPPED) {
        model.add(new Added(place, added.key, added.value, added.flags));
        unwanted += wanted ? 0 : records.size(place);
      }
    }
    model.sort(Comparator.comparing(Added::place));
    assertThat(moves.unwantedBytes()).isEqualTo(unwanted);
    assertThat(unwanted).isLessThanOrEqualTo(records.filledBytes() / 4);
  }

  private void agree() {
    assertThat(places(0)).isEqualTo(placesOf(0));
    assertThat(told(records)).isEqualTo(toldOfModel());
    long heap = 0;
    for (int page = 0; page < records.pages(); page++) {
      heap += records.page(page).length;
    }
    assertThat(records.heapBytes()).isEqualTo(heap);
    assertThat(records.filledBytes()).isEqualTo(content().length);
  }

  private List<Integer> places(int from) {
    List<Integer> places = new ArrayList<>();
    for (int record = from; record < records.end(); record = records.after(record)) {
      places.add(record);
    }
    return places;
  }

  private List<Integer> placesOf(int first) {
    return model.subList(first, model.size()).stream().map(Added::place).toList();
  }

  private static List<String> told(Records records) {
    List<String> told = new ArrayList<>();
    for (int record = 0; record < records.end(); record = records.after(record)) {
      byte[] array = records.array(record);
      int key = records.keyStart(record);
      int value = records.valueStart(record);
      assertThat(records.capacity(record)).isEqualTo(records.valueLength(record));
      told.add(
          text(Arrays.copyOfRange(array, key, key + records.keyLength(record)))
              + "/"
              + text(Arrays.copyOfRange(array, value, value + records.valueLength(record)))
              + "/"
              + records.flags(record));
    }
    return told;
  }

  private List<String> toldOfModel() {
    return model.stream().map(a -> a.key + "/" + a.value + "/" + a.flags).toList();
  }

  private byte[] content() {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (int page = 0; page < records.pages(); page++) {
      content.write(records.page(page), 0, records.pageEnd(page));
    }
    return content.toByteArray();
  }

  private static String text(byte[] bytes) {
    return bytes.length + ":" + Arrays.hashCode(bytes);
  }
}
