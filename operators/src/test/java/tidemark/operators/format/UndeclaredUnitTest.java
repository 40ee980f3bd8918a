package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Digits that are no timestamp without a declared unit: the reason names the one they have. */
final class UndeclaredUnitTest {
  private static final Schema TIME = Decoding.schema("t", SimpleType.TIMESTAMP);

  @ParameterizedTest
  @CsvSource({
    "1767225600,       epoch_seconds",
    "1767225600123,    epoch_millis",
    "1767225600123456, epoch_micros"
  })
  void theUnitIsNamedThatGivesATimeOfToday(String digits, String unit) {
    String reason =
        "1: column `t`: \"%s\" is not a timestamp; if it counts since 1970, declare `timestamp_format: %s`"
            .formatted(digits, unit);
    Decoding csv = new Decoding(FormatOptions.of(Format.CSV), TIME);
    csv.rows(digits + "\n");
    assertThat(csv.bad).containsExactly(reason);
    Decoding json = new Decoding(FormatOptions.of(Format.NDJSON), TIME);
    json.rows("{\"t\":\"" + digits + "\"}\n");
    assertThat(json.bad).containsExactly(reason);
  }

  @Test
  void withItTheyAreRead() {
    FormatOptions millis = FormatOptions.of(Format.CSV).withTimestampFormat("epoch_millis");
    assertThat(new Decoding(millis, TIME).rows("1767225600123\n"))
        .containsExactly("{\"t\":\"2026-01-01T00:00:00.123Z\"}");
  }

  @ParameterizedTest
  @CsvSource({"20260101", "20260101000000", "12:00", "x1767225600"})
  void otherTextsAreNoCounts(String text) {
    Decoding csv = new Decoding(FormatOptions.of(Format.CSV), TIME);
    csv.rows(text + "\n");
    assertThat(csv.bad).containsExactly("1: column `t`: \"" + text + "\" is not a timestamp");
  }
}
