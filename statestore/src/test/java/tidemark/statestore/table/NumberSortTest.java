package tidemark.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Few and many numbers are sorted, each with what it stands for, and nothing around them. */
final class NumberSortTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void rangesAreSortedAndTheRestStays(long seed) {
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int count = 3 + random.nextInt(4 * NumberSort.MANY);
    long varying = -1L >>> random.nextInt(64) << random.nextInt(64);
    long same = random.nextLong() & ~varying;
    long[] numbers = random.longs(count).map(bits -> bits & varying | same).toArray();

    int low = random.nextInt(count / 3);
    int high = count - 1 - random.nextInt(count / 3);
    long[] expected = numbers.clone();
    Arrays.sort(expected, low, high + 1);
    int[] standsFor = firstNumbers(count);
    SortRoom room = usedRoom(random, random.nextInt(2 * count));
    NumberSort sorted = new NumberSort(standsFor, count, room);
    System.arraycopy(numbers, 0, sorted.order(), 0, count);
    sorted.sort(low, high);

    assertThat(Arrays.copyOf(sorted.order(), count)).isEqualTo(expected);
    for (int i = 0; i < count; i++) {
      assertThat(numbers[standsFor[i]]).isEqualTo(expected[i]);
    }
    Arrays.sort(standsFor);
    assertThat(standsFor).isEqualTo(firstNumbers(count));
  }

  /** As another sort left it. */
  private static SortRoom usedRoom(Random random, int count) {
    SortRoom room = new SortRoom();
    Arrays.setAll(room.numbers(count), i -> random.nextLong());
    Arrays.setAll(room.otherNumbers(count), i -> random.nextLong());
    Arrays.setAll(room.otherRecords(count), i -> random.nextInt());
    return room;
  }

  private static int[] firstNumbers(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }
}
