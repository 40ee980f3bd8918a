package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wider column under an expression that tells its type from the narrower one. */
final class TypeUseTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: types
      sources:
        s: {file: {path: in, format: ndjson}, columns: {at: timestamp, v: int, f: float}, watermark: {column: at, delay: 1 minute}}
      steps:
        h: {from: s, with: {made: "xxhash64(v)"}}
        g: {from: h, aggregate: {window: {tumbling: 1 hour}, by: [made], compute: {n: count(*)}}}
      sinks:
        o: {from: g, file: {path: o, format: ndjson}}
      """;

  private static Verdict worst(String before, String after) {
    return Checked.compare(before, after).changes().stream()
        .map(Change::verdict)
        .max(java.util.Comparator.naturalOrder())
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "xxhash64(v),v: int,v: bigint",
    "typeof(v),v: int,v: bigint",
    "string(f),f: float,f: double"
  })
  void keysMadeOfItAreOtherKeys(String made, String narrow, String wide) {
    String before = PIPELINE.replace("xxhash64(v)", made);
    assertThat(worst(before, before.replace(narrow, wide))).isGreaterThan(Verdict.MIGRATES);
  }

  @Test
  void aFilterOnItLetsOtherRowsThrough() {
    String filtered =
        PIPELINE
            .replace("with: {made: \"xxhash64(v)\"}", "filter: f = 0.1")
            .replace("[made]", "[v]");
    assertThat(worst(filtered, filtered.replace("f: float", "f: double")))
        .isEqualTo(Verdict.SHIFTS_RESULTS);
  }

  @Test
  void valuesAloneMigrate() {
    String sum = PIPELINE.replace("xxhash64(v)", "v + 1");
    assertThat(worst(sum, sum.replace("v: int", "v: bigint"))).isEqualTo(Verdict.MIGRATES);
  }
}
