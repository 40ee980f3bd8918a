package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuotientsTest {
  @Test
  void sixtiethsThousandthsAndSecondsAreThoseOfDivisions() {
    for (int value = 0; value < 86_400; value++) {
      assertThat(Quotients.bySixty(value)).isEqualTo(value / 60);
      assertThat(Quotients.seconds(1_000_000L * value)).isEqualTo(value);
      assertThat(Quotients.seconds(1_000_000L * value + 999_999)).isEqualTo(value);
    }
    for (int value = 0; value < 1_000_000; value++) {
      if (Quotients.byThousand(value) != value / 1000) {
        throw new AssertionError(value);
      }
    }
  }

  @Test
  void hundredthsAreThoseOfDivisions() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 100_000; round++) {
      int value = 100 * random.nextInt(Integer.MAX_VALUE / 100);
      assertThat(Quotients.byHundred(value)).isEqualTo(value / 100);
      assertThat(Quotients.byHundred(value + 99)).isEqualTo(value / 100);
    }
    assertThat(Quotients.byHundred(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE / 100);
  }
}
