package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ValueBytesTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());

  private final ValueBytes values = new ValueBytes();
  private final ByteSink out = new ByteSink();

  @Test
  void wholeNumbersOfEveryLength() {
    for (long power = 1; power > 0 && power <= Long.MAX_VALUE / 10; power *= 10) {
      for (long number = power - 2; number <= power + 2; number++) {
        check(number);
        check(-number);
      }
    }
    for (long bit = 1; bit != 0; bit <<= 1) {
      check(bit);
      check(bit - 1);
      check(-bit);
    }
    check(Long.MAX_VALUE);
    check(Long.MIN_VALUE);
  }

  @Test
  void decimalsOfEveryScale() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 20_000; round++) {
      long unscaled = random.nextLong() >> random.nextInt(5, Long.SIZE);
      int scale = random.nextInt(19);
      out.clear();
      values.decimal(unscaled, scale, out);
      assertThat(text())
          .as("seed %d", SEED)
          .isEqualTo(BigDecimal.valueOf(unscaled, scale).toPlainString());
    }
  }

  private void check(long number) {
    out.clear();
    values.number(number, out);
    assertThat(text()).isEqualTo(Long.toString(number));
  }

  private String text() {
    return new String(out.bytes(), 0, out.size(), StandardCharsets.UTF_8);
  }
}
