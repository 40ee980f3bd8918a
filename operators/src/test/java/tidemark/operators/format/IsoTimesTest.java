package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class IsoTimesTest {
  private final long seed = Long.getLong("tidemark.seed", 1582L);
  private final Random random = new Random(seed);
  private final IsoTimes utc = new IsoTimes(ZoneOffset.UTC);

  private static byte[] padded(String text) {
    return ("12" + text + "345678901234567890").getBytes(StandardCharsets.UTF_8);
  }

  private long timestamp(String text) {
    return utc.timestamp(padded(text), 2, 2 + text.length());
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000L + instant.getNano() / 1000;
  }

  @Test
  void timestampsAreThoseOfTheLibrary() {
    for (int i = 0; i < 15_000; i++) {
      Instant instant =
          Instant.ofEpochSecond(
              (random.nextLong() >> 1) % 60_000_000_000L, random.nextInt(1_000_000_000));
      instant = random.nextBoolean() ? instant : instant.truncatedTo(ChronoUnit.MILLIS);
      if (instant.isBefore(Instant.parse("0001-01-01T00:00:00Z"))
          || instant.isAfter(Instant.parse("9999-12-31T00:00:00Z"))) {
        continue;
      }
      long expected = micros(instant);
      assertThat(timestamp(instant.toString()))
          .as("%s, seed %d", instant, seed)
          .isEqualTo(expected);
      OffsetDateTime offset =
          instant.atOffset(ZoneOffset.ofTotalSeconds(60 * (random.nextInt(1600) - 800)));
      String text =
          DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnnxxx", Locale.ROOT)
              .format(offset);
      assertThat(timestamp(text)).as("%s, seed %d", text, seed).isEqualTo(expected);
      ValueBytes values = new ValueBytes();
      ByteSink out = new ByteSink();
      values.timestamp(expected, true, out);
      assertThat(timestamp(out.toString())).as("%s, seed %d", out, seed).isEqualTo(expected);
    }
  }

  @Test
  void impossibleDaysAndHoursAreNoTimes() {
    for (int i = 0; i < 15_000; i++) {
      String text =
          String.format(
              "%04d-%02d-%02d", random.nextInt(3000), random.nextInt(14), random.nextInt(33));
      long expected;
      try {
        expected = LocalDate.parse(text).toEpochDay();
      } catch (DateTimeException e) {
        expected = IsoTimes.NONE;
      }
      assertThat(utc.date(padded(text), 2, 12)).as(text).isEqualTo(expected);
      String clock =
          String.format(
              "T%02d:%02d:%02d", random.nextInt(26), random.nextInt(62), random.nextInt(62));
      long expectedMicros;
      try {
        expectedMicros = micros(LocalDateTime.parse(text + clock).toInstant(ZoneOffset.UTC));
      } catch (DateTimeException e) {
        expectedMicros = IsoTimes.NONE;
      }
      for (String zone : new String[] {"", "Z", ".0", " UTC", "+00:00"}) {
        assertThat(timestamp(text + clock + zone))
            .as(text + clock + zone)
            .isEqualTo(expectedMicros);
      }
    }
  }

  @Test
  void aChangedByteNeverGivesATimeThatTheGeneralReaderDoesNotGive() {
    for (int i = 0; i < 15_000; i++) {
      byte[] text = padded("2024-02-28T23:59:58.123Z");
      text[2 + random.nextInt(24)] = (byte) random.nextInt(256);
      long fast = utc.plain(text, 2, 26);
      if (fast != IsoTimes.NONE) {
        String said = new String(text, 2, 24, StandardCharsets.ISO_8859_1);
        Instant expected = Instant.parse(said + (said.endsWith("Z") ? "" : "Z"));
        assertThat(fast).isEqualTo(micros(expected));
      }
    }
  }

  @Test
  void shorterAndOlderFormsAreTimes() {
    assertThat(timestamp("2024")).isEqualTo(micros(Instant.parse("2024-01-01T00:00:00Z")));
    assertThat(timestamp(" 2024-3 ")).isEqualTo(micros(Instant.parse("2024-03-01T00:00:00Z")));
    assertThat(timestamp("2024-3-5 7")).isEqualTo(micros(Instant.parse("2024-03-05T07:00:00Z")));
    assertThat(timestamp("2024-3-5T7:8:9."))
        .isEqualTo(micros(Instant.parse("2024-03-05T07:08:09Z")));
    assertThat(timestamp("2024-03-05T07:08:09+1:00"))
        .isEqualTo(micros(Instant.parse("2024-03-05T06:08:09Z")));
    assertThat(timestamp("-0001-03-05T07:08:09Z"))
        .isEqualTo(micros(Instant.parse("-0001-03-05T07:08:09Z")));
    assertThat(timestamp("1955-03-09T00:00:00.000001Z"))
        .isEqualTo(micros(Instant.parse("1955-03-09T00:00:00.000001Z")));
    for (String text :
        new String[] {
          "",
          " ",
          "2024-",
          "2024-01-01T",
          "24-01-01",
          "2024-01-01T10:00Z",
          "2024-01-01T10:00:00Q",
          "2024-001-01",
          "2024/01/01",
          "2024-01-01  10:00",
          "20240101",
          "T10:00",
          "2024-01-01T10:00:00,5"
        }) {
      assertThat(timestamp(text)).as(text).isEqualTo(IsoTimes.NONE);
    }
  }

  @Test
  void textsWithoutOffsetAreOfTheZoneGiven() {
    ZoneId oslo = ZoneId.of("Europe/Oslo");
    String text = "2024-07-01T00:30:00";
    assertThat(new IsoTimes(oslo).timestamp(padded(text), 2, 2 + text.length()))
        .isEqualTo(micros(Instant.parse("2024-06-30T22:30:00Z")));
    // Within the hour that the clock leaps over, later by the leap, as in Spark.
    String gap = "2024-03-31T02:30:00";
    assertThat(new IsoTimes(oslo).timestamp(padded(gap), 2, 2 + gap.length()))
        .isEqualTo(micros(Instant.parse("2024-03-31T01:30:00Z")));
  }
}
