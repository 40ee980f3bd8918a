package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Filters that act before what they stand behind: rows that fail them are not stored. */
final class EarlyFiltersTest {
  private static final String GROUPS =
      """
      format: 1
      pipeline: early
      sources:
        s: {file: {path: in, format: ndjson}, columns: {at: timestamp, k: string, v: int}, watermark: {column: at, delay: 1 minute}}
      steps:
        g: {from: s, aggregate: {window: {tumbling: 1 hour}, by: [k], compute: {n: count(*)}}}
        f: {from: g, filter: k = 'x'}
      sinks:
        o: {from: f, file: {path: o, format: ndjson}}
      """;

  private static final String ROWS =
      """
      format: 1
      pipeline: early
      sources:
        s: {file: {path: in, format: ndjson}, columns: {at: timestamp, v: int}, watermark: {column: at, delay: 1 minute}}
      steps:
        f: {from: s, filter: v > 0}
        g: {from: f, aggregate: {window: {tumbling: 1 hour}, compute: {n: count(*)}}}
      sinks:
        o: {from: g, file: {path: o, format: ndjson}}
      """;

  private static final String PAIRS =
      """
      format: 1
      pipeline: early
      sources:
        s: {file: {path: in, format: ndjson}, columns: {at: timestamp, k: string, v: int}, watermark: {column: at, delay: 1 minute}}
        r: {file: {path: in2, format: ndjson}, columns: {at: timestamp, k: string}, watermark: {column: at, delay: 1 minute}}
      steps:
        j:
          join:
            left: s
            right: r
            match: left.k = right.k AND right.at BETWEEN left.at AND left.at + INTERVAL 30 MINUTES
            select: {k: left.k, v: left.v}
        f: {from: j, filter: v > 1}
      sinks:
        o: {from: f, file: {path: o, format: ndjson}}
      """;

  private static List<String> shifts(String before, String after) {
    assertThat(after).isNotEqualTo(before);
    return Checked.compare(before, after).changes().stream()
        .filter(change -> change.verdict() == Verdict.SHIFTS_RESULTS)
        .map(Change::id)
        .toList();
  }

  @Test
  void aFilterOnKeysSaysWhichGroupsAreStored() {
    assertThat(shifts(GROUPS, GROUPS.replace("k = 'x'", "k <= 'y'")))
        .containsExactly("steps.g.input");
    assertThat(shifts(GROUPS, GROUPS.replace("k = 'x'", "n > 1"))).containsExactly("steps.g.input");
  }

  @Test
  void anotherReaderOfTheGroupsNeedsAllOfThem() {
    String all = GROUPS + "  all: {from: g, file: {path: all, format: ndjson}}\n";
    assertThat(shifts(GROUPS, all)).containsExactly("steps.g.input");
  }

  @Test
  void aFilterOnOneSideSaysWhichRowsAJoinKeeps() {
    assertThat(shifts(PAIRS, PAIRS.replace("v > 1", "v > 0"))).containsExactly("steps.j.input");
  }

  @Test
  void rowsThatAreNeededElsewhereMoveTheWatermark() {
    String raw = ROWS + "  raw: {from: s, file: {path: raw, format: ndjson}}\n";
    assertThat(shifts(ROWS, raw)).containsExactly("sources.s.watermark.filters");
    assertThat(shifts(raw, ROWS)).isEmpty();
    String kept = ROWS.replace("v > 0", "v > 0, on_error: dead_letter");
    assertThat(shifts(ROWS, kept + "dead_letter: {file: {path: d, format: ndjson}}\n"))
        .containsExactly("sources.s.watermark.filters");
  }

  @Test
  void aFilterOnResultsSaysNothingOfWhatIsStored() {
    String results = GROUPS.replace("k = 'x'", "n > 1");
    assertThat(shifts(results, results.replace("n > 1", "n > 2"))).isEmpty();
  }
}
