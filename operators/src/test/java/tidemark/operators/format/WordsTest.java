package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WordsTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());

  @Test
  void firstIsTheLowestByteThatIsMarkedWhateverStandsAboveIt() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int place = 0; place < 8; place++) {
      long lowest = 0x80L << 8 * place;
      assertThat(Words.first(lowest)).isEqualTo(place);
      for (int i = 0; i < 1_000; i++) {
        long above = random.nextLong() & Words.HIGHS & -lowest;
        assertThat(Words.first(lowest | above)).as("seed %d", SEED).isEqualTo(place);
      }
    }
  }

  @Test
  void offsetsAreThoseOfTheWantedBytes() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(40);
      for (int at = 0; at < length; at++) {
        text.append(random.nextInt(12) == 0 ? '\n' : (char) ('a' + random.nextInt(20)));
      }
      int from = random.nextInt(length + 1);
      byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
      int first = text.indexOf("\n", from);
      assertThat(Words.indexOf(bytes, from, length, (byte) '\n')).as("%d", SEED).isEqualTo(first);
      int last = text.lastIndexOf("\n");
      assertThat(Words.lastIndexOf(bytes, from, length, (byte) '\n'))
          .as("seed %d", SEED)
          .isEqualTo(last < from ? from - 1 : last);
    }
  }
}
