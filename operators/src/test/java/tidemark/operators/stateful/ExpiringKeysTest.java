package tidemark.operators.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys are ordered by their expiries, few and many alike. */
class ExpiringKeysTest {
  /** So many parts of their range are told apart. */
  private static final long PARTS = 1L << 21;

  @ParameterizedTest
  @CsvSource({
    "0, 1000",
    "1, 1000",
    "300, 1",
    "300, 1000000",
    "511, 1000000000000",
    "512, 1000000000000",
    "5000, 3",
    "5000, 1000000",
    "5000, 3600000000",
    "5000, 4000000000000000000"
  })
  void numbersComeInTheOrderOfTheirExpiries(int count, long range) {
    SplittableRandom random = new SplittableRandom(count + range);
    long[] expiries =
        LongStream.generate(() -> random.nextLong(-range, range)).limit(count).toArray();
    ExpiringKeys keys = usedBefore();
    for (long expiry : expiries) {
      keys.add(new byte[] {1, 2, 3}, 0, 3, expiry);
    }
    int[] order = Arrays.copyOf(keys.order(), count);
    assertThat(Arrays.stream(order).sorted().toArray())
        .isEqualTo(IntStream.range(0, count).toArray());
    long step = 2 * range / PARTS;
    for (int i = 1; i < count; i++) {
      long back = expiries[order[i - 1]] - expiries[order[i]];
      assertThat(back).isLessThanOrEqualTo(step);
    }
  }

  /** Memory for ordering that is there already, with something in it. */
  private static ExpiringKeys usedBefore() {
    ExpiringKeys keys = new ExpiringKeys();
    for (int i = 0; i < 600; i++) {
      keys.add(new byte[] {9}, 0, 1, -i);
    }
    assertThat(keys.order()[0]).isEqualTo(599);
    keys.clear();
    return keys;
  }
}
