package tidemark.operators.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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
      byte[] dictionary = random.nextInt(4) == 0 ? dictionary("zyxwvuts") : first;
      check(batch % 7 == 0 ? plain() : ofDictionary(dictionary));
    }
    assertThat(known).as("seed %d", SEED).isGreaterThan(20_000);
  }

  @Test
  void whatIsNotOfADictionaryIsNotKnown() {
    memo.open(new Column[] {plain()});
    assertThat(memo.knows(0, 0)).isFalse();
    memo.learn();
    assertThat(memo.knows(0, 0)).isFalse();
  }

  private void check(BytesColumn texts) {
    long[] numbers = random.longs(ROWS, 0, 5).toArray();
    Column[] keys = {new LongColumn(numbers, null, ROWS), texts};
    Arrays.fill(groupOfRow, -1);
    memo.open(keys);
    boolean[] isKnown = new boolean[ROWS];
    long[] ends = random.longs(ROWS, 0, 3).toArray();
    int[] expected = new int[ROWS];
    for (int row = 0; row < ROWS; row++) {
      int next = model.size();
      expected[row] =
          model.computeIfAbsent(List.of(ends[row], numbers[row], texts.string(row)), k -> next);
      isKnown[row] = memo.knows(ends[row], row);
      known += isKnown[row] ? 1 : 0;
    }
    for (int row = 0; row < ROWS; row++) {
      if (isKnown[row]) {
        assertThat(groupOfRow[row]).as("seed %d", SEED).isEqualTo(expected[row]);
      }
      groupOfRow[row] = expected[row];
    }
    memo.learn();
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
