package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every recorded change of a pipeline has the verdict that the rules give it. */
class SharedChangesTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("tidemark.root", ".."), "../shared/golden/restart-compat");

  /** By verdict, worked out from the rules; Spark's own behaviour is no oracle here. */
  private static final Map<Verdict, List<String>> EXPECTED =
      Map.of(
          Verdict.SAME,
          List.of(
              "max-files-per-trigger-changed",
              "rename-aggregate",
              "reorder-aggregates-other-type",
              "reorder-aggregates-same-type",
              "reorder-group-keys",
              "reorder-group-keys-same-type",
              "sources-swapped",
              "trigger-changed"),
          Verdict.SAFE,
          List.of(
              "add-filter-after",
              "add-sort-limit-complete",
              "join-add-aggregate-after",
              "projection-after",
              "rename-group-key",
              "second-level-added",
              "source-added-union",
              "stateless-change-filter",
              "watermark-delay-longer"),
          Verdict.MIGRATES,
          List.of(
              "add-aggregate",
              "add-aggregate-groupby-update",
              "groupby-to-dedup",
              "remove-aggregate",
              "remove-aggregate-operator",
              "retype-aggregate-min-int-to-bigint"),
          Verdict.SHIFTS_RESULTS,
          List.of(
              "add-aggregate-to-stateless",
              "add-filter",
              "join-range-widened",
              "mode-append-to-update",
              "mode-complete-to-update",
              "source-removed",
              "watermark-added-update"),
          Verdict.REFUSED,
          List.of(
              "add-group-key",
              "change-group-key-same-type",
              "change-session-gap",
              "change-window-slide",
              "dedup-columns-added",
              "dedup-columns-other-same-type",
              "dedup-columns-other-type",
              "drop-window-from-keys",
              "join-condition-key-changed",
              "join-inner-to-left",
              "join-inner-to-leftsemi",
              "join-sides-swapped",
              "key-becomes-nullable",
              "mode-append-to-complete",
              "mode-complete-to-append",
              "mode-update-to-complete",
              "retype-aggregate-min-int-to-date",
              "session-to-tumbling",
              "source-format-changed",
              "swap-aggregate-function-same-type",
              "time-zone-changed",
              "tumbling-to-sliding",
              "value-becomes-non-null",
              "watermark-column-changed",
              "watermark-removed-update"));

  @TestFactory
  Stream<DynamicTest> verdicts() {
    Map<String, Verdict> all = new TreeMap<>();
    EXPECTED.forEach((verdict, changes) -> changes.forEach(c -> all.put(c, verdict)));
    if (!Files.isDirectory(FOLDER)) {
      return Stream.empty();
    }
    return all.entrySet().stream()
        .map(e -> dynamicTest(e.getKey(), () -> check(FOLDER.resolve(e.getKey()), e.getValue())));
  }

  private static void check(Path folder, Verdict expected) throws IOException {
    String before = Files.readString(folder.resolve("before.yaml"));
    String after = Files.readString(folder.resolve("after.yaml"));
    Comparison comparison = Checked.compare(before, after);
    assertThat(comparison.verdict()).as("%s", comparison.changes()).isEqualTo(expected);
  }
}
