package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns of csv, told by their place without a header and by their name with one. */
final class ColumnPlacesTest {
  private static final String BY_PLACE =
      """
      format: 1
      pipeline: places
      sources:
        s: {file: {path: in, format: csv}, columns: {at: timestamp, a: int, b: int}, watermark: {column: at, delay: 1 minute}}
      steps:
        g: {from: s, aggregate: {window: {tumbling: 1 hour}, by: [a], compute: {n: sum(b)}}}
      sinks:
        o: {from: g, file: {path: o, format: ndjson}}
      """;

  private static List<String> shifts(String before, String columns) {
    String after = before.replace("at: timestamp, a: int, b: int", columns);
    return Checked.compare(before, after).changes().stream()
        .filter(change -> change.verdict() == Verdict.SHIFTS_RESULTS)
        .map(Change::change)
        .toList();
  }

  @Test
  void anotherOrderGivesThemOtherFields() {
    assertThat(shifts(BY_PLACE, "at: timestamp, b: int, a: int"))
        .containsExactly("columns are told by their place, and `b` was number 3, is number 2");
    assertThat(shifts(BY_PLACE, "z: int, at: timestamp, a: int, b: int")).hasSize(1);
  }

  @Test
  void oneMoreAtTheEndMovesNone() {
    assertThat(shifts(BY_PLACE, "at: timestamp, a: int, b: int, z: int")).isEmpty();
  }

  @Test
  void namesInAHeaderMayStandAnywhere() {
    String byName = BY_PLACE.replace("format: csv", "format: csv, header: true");
    assertThat(shifts(byName, "at: timestamp, b: int, a: int")).isEmpty();
  }
}
