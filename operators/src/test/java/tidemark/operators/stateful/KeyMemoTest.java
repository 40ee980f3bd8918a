package tidemark.operators.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;

class KeyMemoTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final int ROWS = 500;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Map<List<Object>, Integer> model = new HashMap<>();
  private final int[] groupOfRow = new int[ROWS];
  private final KeyMemo memo = new KeyMemo(groupOfRow);
  private final byte[] first = dictionary("abcdefgh");
  private long known;

  /** Dictionaries change, and now and then a batch comes without one. */
  @Test
  void groupsAreThoseOfTheValuesWhateverTheDictionary() {
    for (int batch = 0; batch < 200; batch++) {
      long[] numbers = random.longs(ROWS, 0, 5).toArray();
      check(texts(batch), new LongColumn(numbers, null, ROWS));
    }
    assertThat(known).as("seed %d", SEED).isGreaterThan(20_000);
  }

  @Test
  void groupsAreThoseOfTheValuesWhereADictionaryIsTheOnlyKey() {
    for (int batch = 0; batch < 200; batch++) {
      check(texts(batch));
    }
    assertThat(known).as("seed %d", SEED).isGreaterThan(20_000);
  }

  @Test
  void textsOfNoDictionaryAreKnownAsWell() {
    for (int batch = 0; batch < 200; batch++) {
      check(plain());
    }
    assertThat(known).as("seed %d", SEED).isGreaterThan(20_000);
  }

  @Test
  void whereTheyAreTooManyNoneIsKnown() {
    check(plain());
    int[] starts = IntStream.range(0, ROWS).map(row -> 4 * row).toArray();
    int[] fours = IntStream.generate(() -> 4).limit(ROWS).toArray();
    for (int batch = 0; batch < 20; batch++) {
      known = 0;
      int number = 1000 + batch * ROWS;
      String texts =
          IntStream.range(number, number + ROWS)
              .mapToObj(Integer::toString)
              .collect(Collectors.joining())
              .substring(0, 4 * ROWS);
      check(new BytesColumn(dictionary(texts), starts, fours, null, ROWS));
    }
    assertThat(known).isZero();
    check(plain());
    assertThat(known).isZero();
    memo.clear();
    check(plain());
    assertThat(known).as("seed %d", SEED).isPositive();
  }

  @Test
  void onceClearedItKnowsNoGroupOfBefore() {
    for (int batch = 0; batch < 200; batch++) {
      if (batch % 10 == 9) {
        memo.clear();
        model.clear();
      }
      check(texts(batch));
    }
    assertThat(known).as("seed %d", SEED).isGreaterThan(20_000);
  }

  @Test
  void keysWithNullsAreNotKnown() {
    boolean[] nulls = new boolean[ROWS];
    nulls[1] = true;
    int[] rows = {6, 7};
    for (int time = 0; time < 2; time++) {
      memo.open(new Column[] {new LongColumn(new long[ROWS], nulls, ROWS), plain()}, rows, 2);
      assertThat(memo.find(rows, new long[] {2, 3}, 1, 2)).isEqualTo(2);
      assertThat(memo.unknown()).isOne();
      assertThat(memo.unknownRow(0)).isEqualTo(7);
      assertThat(memo.unknownEnd(0)).isEqualTo(3);
      memo.learn();
    }
  }

  private BytesColumn texts(int batch) {
    byte[] dictionary = random.nextInt(4) == 0 ? dictionary("zyxwvuts") : first;
    return batch % 7 == 0 ? plain() : ofDictionary(dictionary);
  }

  private void check(BytesColumn texts, LongColumn... numbers) {
    Column[] keys = Stream.concat(Stream.of(numbers), Stream.of(texts)).toArray(Column[]::new);
    int[] rows = random.ints(ROWS, 0, ROWS).distinct().sorted().toArray();
    long[] ends = random.longs(rows.length, 0, 3).toArray();
    int[] expected = new int[ROWS];
    for (int i = 0; i < rows.length; i++) {
      int row = rows[i];
      List<Object> key = new ArrayList<>(List.of(ends[i], texts.string(row)));
      Stream.of(numbers).forEach(column -> key.add(column.get(row)));
      int next = model.size();
      expected[row] = model.computeIfAbsent(key, k -> next);
    }
    Arrays.fill(groupOfRow, -1);
    memo.open(keys, rows, rows.length);
    for (int next = 0; next < rows.length; ) {
      next = memo.find(rows, ends, next, rows.length);
      known -= memo.unknown();
      for (int i = 0; i < memo.unknown(); i++) {
        int row = memo.unknownRow(i);
        assertThat(groupOfRow[row]).isEqualTo(-1);
        assertThat(memo.unknownEnd(i)).isEqualTo(ends[Arrays.binarySearch(rows, row)]);
        groupOfRow[row] = expected[row];
      }
      memo.learn();
    }
    for (int row : rows) {
      assertThat(groupOfRow[row]).as("seed %d", SEED).isEqualTo(expected[row]);
    }
    known += rows.length;
  }

  private static byte[] dictionary(String letters) {
    return letters.getBytes(StandardCharsets.UTF_8);
  }

  private BytesColumn ofDictionary(byte[] letters) {
    int[] starts = random.ints(ROWS, 0, letters.length).toArray();
    return BytesColumn.ofDictionary(letters, starts, ones(), null, ROWS);
  }

  /** The same array with other letters each time, as a reader's buffer has them. */
  private BytesColumn plain() {
    int[] starts = random.ints(ROWS, 0, 8).toArray();
    return new BytesColumn(dictionary("habcdefg"), starts, ones(), null, ROWS);
  }

  private static int[] ones() {
    int[] lengths = new int[ROWS];
    Arrays.fill(lengths, 1);
    return lengths;
  }
}
