package tidemark.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records come out in the unsigned order of their keys, whatever the keys share. */
final class KeySortTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void recordsAreSortedByWholeKeys(long seed) {
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int alphabet = 1 + random.nextInt(4);
    int longest = 1 + random.nextInt(40);
    Records records = new Records();
    List<byte[]> keys = new ArrayList<>();
    int[] found = new int[3000];
    for (int i = 0; i < found.length; i++) {
      byte[] key = new byte[random.nextInt(longest)];
      for (int b = 0; b < key.length; b++) {
        key[b] = (byte) (random.nextInt(3) == 0 ? random.nextInt(alphabet) * 85 : 0);
      }
      keys.add(key);
      records.growFor(key.length);
      found[i] = records.append(key, 0, key.length, key, 0, 0, 0);
    }
    KeySort.sort(records, found, found.length, new SortRoom());
    keys.sort(Arrays::compareUnsigned);
    for (int i = 0; i < found.length; i++) {
      int start = records.keyStart(found[i]);
      assertThat(
              Arrays.copyOfRange(
                  records.array(found[i]), start, start + records.keyLength(found[i])))
          .isEqualTo(keys.get(i));
    }
  }
}
