package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Which JSON values are times and dates, with and without a pattern. */
final class NdjsonTimesTest {
  private static final FormatOptions JSON = FormatOptions.of(Format.NDJSON);

  private static List<String> values(FormatOptions options, DataType type, String... json) {
    return Decoding.values(options, type, json);
  }

  private static List<String> values(DataType type, String... json) {
    return Decoding.values(JSON, type, json);
  }

  @Test
  void timestampsAreIsoTextsOrWholeSeconds() {
    assertThat(
            values(
                SimpleType.TIMESTAMP,
                "\"2024-01-01T12:00:00Z\"",
                "\"2024-01-01T12:00:00.123456789+02:00\"",
                "\"2024-01-01 12:00:00\"",
                "\"2024-01-01\"",
                "\"2024-1-1T1:2\"",
                "1704110400",
                "-1",
                "1704110400.5",
                "\"1704110400\"",
                "true",
                "\"2024-02-30T00:00:00Z\"",
                "\"2024-01-01T25:00:00Z\"",
                "\"yesterday\"",
                "\"\"",
                "1704110400000",
                "\"+55971-02-10T00:00:00Z\"",
                "\"2024-01-01T12:00:00 Europe/Paris\"",
                "\"12:00:00\""))
        .containsExactly(
            "\"2024-01-01T12:00:00.000Z\"",
            "\"2024-01-01T10:00:00.123456Z\"",
            "\"2024-01-01T12:00:00.000Z\"",
            "\"2024-01-01T00:00:00.000Z\"",
            "\"2024-01-01T01:02:00.000Z\"",
            "\"2024-01-01T12:00:00.000Z\"",
            "\"1969-12-31T23:59:59.000Z\"",
            "bad",
            "bad",
            "bad",
            "bad",
            "bad",
            "bad",
            "bad",
            "\"+55971-02-10T00:00:00.000Z\"",
            "\"+55971-02-10T00:00:00.000Z\"",
            "\"2024-01-01T11:00:00.000Z\"",
            "bad");
    assertThat(
            values(
                JSON.withZone(ZoneId.of("Europe/Oslo")),
                SimpleType.TIMESTAMP,
                "\"2024-07-01T00:30:00\"",
                "\"2024-07-01T00:30:00Z\""))
        .containsExactly("\"2024-06-30T22:30:00.000Z\"", "\"2024-07-01T00:30:00.000Z\"");
    assertThat(
            values(
                SimpleType.TIMESTAMP_NTZ,
                "\"2024-07-01T00:30:00\"",
                "\"2024-07-01T00:30:00Z\"",
                "5"))
        .containsExactly("\"2024-07-01T00:30:00.000\"", "bad", "bad");
  }

  @Test
  void aTimestampPatternReplacesIso() {
    assertThat(
            values(
                JSON.withTimestampFormat("dd/MM/yyyy HH:mm"),
                SimpleType.TIMESTAMP,
                "\"31/12/2024 23:59\"",
                "\"2024-12-31T23:59:00Z\"",
                "\"1/2/2024 3:04\"",
                "\"31/02/2024 00:00\""))
        .containsExactly("\"2024-12-31T23:59:00.000Z\"", "bad", "bad", "bad");
    assertThat(
            values(
                JSON.withTimestampFormat("yyyy-MM-dd'T'HH:mm:ss.SSSXXX"),
                SimpleType.TIMESTAMP,
                "\"2024-01-01T12:00:00.5+01:00\"",
                "\"2024-01-01T12:00:00.123Z\"",
                "\"2024-01-01T12:00:00Z\""))
        .containsExactly("\"2024-01-01T11:00:00.500Z\"", "\"2024-01-01T12:00:00.123Z\"", "bad");
  }

  @Test
  void aPatternThatCannotBeReadIsTold() {
    assertThat(Formats.invalidPattern("yyyy-MM-dd HH:mm:ss.SSS")).isEmpty();
    assertThat(Formats.invalidPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")).isEmpty();
    assertThat(Formats.invalidPattern("yyyy-MM-dd'T")).isPresent();
    assertThat(Formats.invalidPattern("bbbb")).isPresent();
    for (String refusedBySpark :
        List.of("YYYY-MM-dd", "uuuu-MM-dd", "EEE dd.MM.yyyy", "yyyy-'W'ww")) {
      assertThat(Formats.invalidPattern(refusedBySpark)).isPresent();
    }
  }

  @Test
  void datesAreStrict() {
    assertThat(
            values(
                SimpleType.DATE,
                "\"2024-02-29\"",
                "\"2025-02-29\"",
                "\"2025-02-30\"",
                "\"2025-06-31\"",
                "\"20240131\"",
                "19000",
                "\"2024-1-3\"",
                "\"2024-01-03T10:00:00Z\"",
                "\"2024-01-03 x\""))
        .containsExactly(
            "\"2024-02-29\"",
            "bad",
            "bad",
            "bad",
            "bad",
            "bad",
            "\"2024-01-03\"",
            "\"2024-01-03\"",
            "bad");
    assertThat(
            values(
                JSON.withDateFormat("dd.MM.yyyy"),
                SimpleType.DATE,
                "\"31.01.2024\"",
                "\"2024-01-31\""))
        .containsExactly("\"2024-01-31\"", "bad");
  }
}
