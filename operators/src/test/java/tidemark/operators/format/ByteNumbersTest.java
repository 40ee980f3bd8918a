package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ByteNumbersTest {
  private final long seed = Long.getLong("tidemark.seed", 4711L);
  private final Random random = new Random(seed);
  private final ByteNumbers numbers = new ByteNumbers();

  /** The text somewhere inside a buffer, so that words reach beyond it. */
  private static byte[] padded(String text) {
    return ("12" + text + "98765432109876543210").getBytes(StandardCharsets.ISO_8859_1);
  }

  private Long parsedLong(String text) {
    return numbers.parseLong(padded(text), 2, 2 + text.length()) ? numbers.longValue : null;
  }

  private static Long libraryLong(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static Double libraryDouble(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private String digits(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    return text.toString();
  }

  private String numberText() {
    String sign = random.nextInt(3) == 0 ? "-" : random.nextInt(20) == 0 ? "+" : "";
    String text = sign + digits(random.nextInt(8) == 0 ? 25 : 9);
    if (random.nextBoolean()) {
      text += "." + digits(random.nextInt(8) == 0 ? 25 : 6);
    }
    if (random.nextInt(6) == 0) {
      text += "e" + (random.nextInt(700) - 350);
    }
    if (random.nextInt(15) == 0 && !text.isEmpty()) {
      int at = random.nextInt(text.length());
      text = text.substring(0, at) + "/:;x .-".charAt(random.nextInt(7)) + text.substring(at + 1);
    }
    return text;
  }

  @Test
  void longsAreThoseOfTheLibrary() {
    for (int i = 0; i < 60_000; i++) {
      String text =
          switch (random.nextInt(4)) {
            case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 1 ->
                BigInteger.valueOf(random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE)
                    .add(BigInteger.valueOf(random.nextInt(5) - 2))
                    .toString();
            default -> numberText();
          };
      assertThat(parsedLong(text)).as("%s, seed %d", text, seed).isEqualTo(libraryLong(text));
    }
  }

  @Test
  void doublesAreThoseOfTheLibraryToTheLastBit() {
    for (int i = 0; i < 60_000; i++) {
      String text =
          random.nextInt(3) == 0
              ? Double.toString(Double.longBitsToDouble(random.nextLong()))
              : numberText();
      Double expected = libraryDouble(text);
      boolean parsed = numbers.parseDouble(padded(text), 2, 2 + text.length());
      assertThat(parsed ? (Double) numbers.doubleValue : null)
          .as("%s, seed %d", text, seed)
          .isEqualTo(expected);
    }
  }

  @Test
  void floatsAreRoundedOnce() {
    for (int i = 0; i < 60_000; i++) {
      String text =
          random.nextInt(3) == 0
              ? Float.toString(Float.intBitsToFloat(random.nextInt()))
              : numberText();
      if (libraryDouble(text) != null) {
        assertThat(numbers.parseFloat(padded(text), 2, 2 + text.length())).isTrue();
        assertThat((Double) numbers.doubleValue)
            .as("%s, seed %d", text, seed)
            .isEqualTo((Double) (double) Float.parseFloat(text));
      }
    }
  }

  @Test
  void decimalsAreTheExactValueRoundedHalfUp() {
    for (int i = 0; i < 60_000; i++) {
      String text = numberText();
      int precision = 1 + random.nextInt(18);
      int scale = random.nextInt(precision + 1);
      BigDecimal expected = rounded(text, precision, scale);
      assertThat(ByteNumbers.bigDecimal(text, precision, scale))
          .as("%s, seed %d", text, seed)
          .isEqualTo(expected);
      long unscaled = ByteNumbers.decimal(padded(text), 2, 2 + text.length(), precision, scale);
      if (unscaled != ByteNumbers.NONE) {
        assertThat(BigDecimal.valueOf(unscaled, scale))
            .as("%s, seed %d", text, seed)
            .isEqualTo(expected);
      }
    }
    assertThat(ByteNumbers.decimal(padded("12.345"), 2, 8, 9, 2)).isEqualTo(1235);
  }

  private static BigDecimal rounded(String text, int precision, int scale) {
    try {
      BigDecimal value = new BigDecimal(text).setScale(scale, RoundingMode.HALF_UP);
      return value.unscaledValue().abs().compareTo(BigInteger.TEN.pow(precision)) >= 0
          ? null
          : value;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  @Test
  void writtenNumbersReadBackToTheSameValue() {
    ValueBytes values = new ValueBytes();
    ByteSink out = new ByteSink();
    for (int i = 0; i < 60_000; i++) {
      long number = random.nextLong() >> random.nextInt(64);
      double fraction =
          switch (random.nextInt(4)) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt(2_000_000) / 1000.0 - 1000;
            case 2 -> number;
            default -> random.nextGaussian();
          };
      out.clear();
      values.number(number, out);
      assertThat(out.toString()).isEqualTo(Long.toString(number));
      if (Double.isFinite(fraction)) {
        out.clear();
        values.fractional(fraction, out);
        assertThat((Double) Double.parseDouble(out.toString()))
            .as("seed %d", seed)
            .isEqualTo(fraction);
      }
      float narrow = (float) fraction;
      if (Float.isFinite(narrow)) {
        out.clear();
        values.fractional(narrow, out);
        assertThat((Float) Float.parseFloat(out.toString())).as("seed %d", seed).isEqualTo(narrow);
      }
      int scale = random.nextInt(19);
      long unscaled = number % 1_000_000_000_000_000_000L;
      out.clear();
      values.decimal(unscaled, scale, out);
      assertThat(out.toString()).isEqualTo(BigDecimal.valueOf(unscaled, scale).toPlainString());
    }
    for (long edge :
        new long[] {
          0, Long.MIN_VALUE, Long.MAX_VALUE, 999_999_999_999_999_999L, 1_000_000_000_000_000_000L
        }) {
      out.clear();
      values.number(edge, out);
      assertThat(out.toString()).isEqualTo(Long.toString(edge));
    }
    out.clear();
    values.fractional(-0.0, out);
    assertThat(out.toString()).isEqualTo("-0.0");
  }
}
