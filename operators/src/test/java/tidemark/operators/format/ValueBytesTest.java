package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
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
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 100_000; round++) {
      check(random.nextLong() >> random.nextInt(Long.SIZE));
    }
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

  @Test
  void timesAreWrittenAloneAsTheyAreAmongOthers() {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] micros = {
      0, 1, -1, 1_767_225_600_000_000L, 1_767_225_660_000_000L, 253_402_300_800_000_000L
    };
    for (int round = 0; round < 20_000; round++) {
      long time = micros[random.nextInt(micros.length)];
      int kind = random.nextInt(3);
      out.clear();
      write(values, kind, time);
      String amongOthers = text();
      out.clear();
      write(new ValueBytes(), kind, time);
      assertThat(amongOthers).as("kind %d of %d, seed %d", kind, time, SEED).isEqualTo(text());
    }
  }

  private void write(ValueBytes writer, int kind, long micros) {
    if (kind == 2) {
      writer.date(Math.floorDiv(micros, IsoTimes.DAY_MICROS), out);
    } else {
      writer.timestamp(micros, kind == 1, out);
    }
  }

  @Test
  void timesOfTheWholeRangeAreThoseOfTheLibrary() {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] ends = {0, Long.MIN_VALUE, Long.MAX_VALUE, 106_751_990 * IsoTimes.DAY_MICROS};
    for (int round = 0; round < 100_000; round++) {
      long near = random.nextLong(-2 * IsoTimes.DAY_MICROS, 2 * IsoTimes.DAY_MICROS);
      long time = random.nextBoolean() ? random.nextLong() : ends[random.nextInt(4)] + near;
      long micros = random.nextBoolean() ? time : Math.floorDiv(time, 1000L) * 1000;
      LocalDateTime expected =
          LocalDateTime.ofEpochSecond(
              Math.floorDiv(micros, 1_000_000L),
              (int) Math.floorMod(micros, 1_000_000L) * 1000,
              ZoneOffset.UTC);
      String clock = expected.format(DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS"));
      out.clear();
      values.timestamp(micros, false, out);
      assertThat(text())
          .as("%d, seed %d", micros, SEED)
          .isEqualTo(
              expected.toLocalDate()
                  + "T"
                  + (micros % 1000 == 0 ? clock.substring(0, clock.length() - 3) : clock));
    }
  }

  @Test
  void timesBeforeAndBehindFourDigits() {
    values.timestamp(-1, false, out);
    out.write(' ');
    values.timestamp(253_402_300_800_000_000L, true, out);
    out.write(' ');
    values.timestamp(253_402_300_800_000_000L, true, out);
    assertThat(text())
        .isEqualTo(
            "1969-12-31T23:59:59.999999 +10000-01-01T00:00:00.000Z +10000-01-01T00:00:00.000Z");
  }

  private void check(long number) {
    out.clear();
    values.number(number, out);
    assertThat(text()).as("seed %d", SEED).isEqualTo(Long.toString(number));
  }

  private String text() {
    return new String(out.bytes(), 0, out.size(), StandardCharsets.UTF_8);
  }
}
