package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.LogicalOp;

class FilterPlacementTest {
  private static final String WATERMARK = "watermark: {column: ts, delay: 1 minute}";

  private static final String COUNT =
      """
      counted:
        from: kept
        aggregate: {window: {tumbling: 5 minutes}, compute: {n: count(*)}}
      """;

  private static Compiled filtered(String condition) {
    return Compiled.of(
        Yaml.pipeline(
            WATERMARK, "kept: {from: in, filter: \"" + condition + "\"}\n" + COUNT, "counted", ""));
  }

  private static Optional<String> scanFilter(Compiled compiled) {
    return ((LogicalOp.Scan) compiled.node("sources.in").op()).filter().map(Expression::canonical);
  }

  @Test
  void simpleConditionBehindTheWatermarkIsAppliedByTheReader() {
    Compiled compiled = filtered("v > 0");
    assertThat(scanFilter(compiled)).contains("(v > 0)");
    assertThat(compiled.ids())
        .containsExactly("sources.in", "sources.in.watermark", "steps.counted", "sinks.out");
  }

  @Test
  void conditionOnTheEventTimeStaysBehindTheWatermark() {
    Compiled compiled = filtered("ts < TIMESTAMP '2024-01-01 13:00:00Z'");
    assertThat(scanFilter(compiled)).isEmpty();
    assertThat(compiled.ids())
        .containsExactly(
            "sources.in", "sources.in.watermark", "steps.kept", "steps.counted", "sinks.out");
  }

  @Test
  void conjunctsGoTheirOwnWays() {
    Compiled compiled = filtered("v > 0 AND ts < TIMESTAMP '2024-01-01 13:00:00Z' AND v % 2 = 0");
    assertThat(scanFilter(compiled)).contains("((v > 0) AND (v IS NOT NULL))");
    assertThat(compiled.ids())
        .containsExactly(
            "sources.in",
            "steps.kept.moved1",
            "sources.in.watermark",
            "steps.kept",
            "steps.counted",
            "sinks.out");
    assertThat(((LogicalOp.Filter) compiled.node("steps.kept.moved1").op()).condition().canonical())
        .isEqualTo("((v % 2) = 0)");
  }

  @Test
  void conditionOnAComputedColumnMovesBelowTheWatermarkWithTheExpression() {
    Compiled compiled =
        Compiled.of(
            Yaml.pipeline(
                WATERMARK,
                "more: {from: in, with: {z: v * 2}}\nkept: {from: more, filter: z < 10}\n" + COUNT,
                "counted",
                ""));
    assertThat(((LogicalOp.Filter) compiled.node("steps.kept.moved1").op()).condition().canonical())
        .isEqualTo("((v * 2) < 10)");
    assertThat(compiled.node("sources.in.watermark").input().id()).isEqualTo("steps.kept.moved1");
  }

  @Test
  void conditionThatReadsTheEventTimeThroughAComputedColumnStays() {
    Compiled compiled =
        Compiled.of(
            Yaml.pipeline(
                WATERMARK,
                "more: {from: in, with: {t2: ts}}\n"
                    + "kept: {from: more, filter: \"t2 < TIMESTAMP '2024-01-01 13:00:00Z'\"}\n"
                    + COUNT,
                "counted",
                ""));
    assertThat(compiled.node("steps.kept").input().id()).isEqualTo("steps.more");
    assertThat(scanFilter(compiled)).isEmpty();
  }

  @Test
  void conditionThatComputesOnAColumnStaysButItsNullTestIsAppliedByTheReader() {
    Compiled compiled =
        Compiled.of(Yaml.pipeline("", "kept: {from: in, filter: v + 1 > 3}", "kept", ""));
    assertThat(scanFilter(compiled)).contains("(v IS NOT NULL)");
    assertThat(compiled.ids()).contains("steps.kept");
  }

  @Test
  void orListAndPrefixAreAppliedByTheReader() {
    assertThat(scanFilter(filtered("v = 1 OR v IN (3, 4) OR NOT (k IS NULL)")))
        .contains("(((v = 1) OR (v IN (3, 4))) OR (NOT (k IS NULL)))");
  }

  @Test
  void nothingMovesWhereSomethingElseReadsTheSameRows() {
    String sinks =
        Yaml.pipeline(WATERMARK, "kept: {from: in, filter: v > 0}\n" + COUNT, "counted", "")
            .replace("sinks:\n", "sinks:\n  all: {from: in, file: {path: all, format: ndjson}}\n");
    Compiled compiled = Compiled.of(sinks);
    assertThat(scanFilter(compiled)).isEmpty();
    assertThat(compiled.node("steps.kept").input().id()).isEqualTo("sources.in.watermark");
  }

  /** As Spark 4.2 does: the row of another key does not move the watermark. */
  @Test
  void conditionOnTheKeysOfAnAggregationActsOnItsRowsToo() {
    Compiled compiled = counted("by: {k: k, w: v + 1}", "k = 'a' AND w < 10");
    assertThat(scanFilter(compiled)).contains("(k = 'a')");
    assertThat(compiled.ids())
        .containsExactly(
            "sources.in",
            "steps.kept.moved1",
            "sources.in.watermark",
            "steps.counted",
            "steps.kept",
            "sinks.out");
    assertThat(condition(compiled, "steps.kept.moved1")).isEqualTo("((v + 1) < 10)");
    assertThat(condition(compiled, "steps.kept")).isEqualTo("((k = 'a') AND (w < 10))");
  }

  @Test
  void conditionOnAnythingElseStaysBehindAnAggregation() {
    for (String condition :
        List.of("n > 1", "k = 'a' OR n > 1", "window_start < TIMESTAMP '2024-01-01 13:00:00Z'")) {
      Compiled compiled = counted("by: [k]", condition);
      assertThat(compiled.node("steps.kept").input().id()).isEqualTo("steps.counted");
      assertThat(scanFilter(compiled)).isEmpty();
    }
  }

  private static Compiled counted(String by, String condition) {
    return Compiled.of(
        Yaml.pipeline(
            WATERMARK,
            """
            counted:
              from: in
              aggregate: {window: {tumbling: 5 minutes}, %s, compute: {n: count(*)}}
            kept: {from: counted, filter: "%s"}
            """
                .formatted(by, condition),
            "kept",
            ""));
  }

  private static String condition(Compiled compiled, String node) {
    return ((LogicalOp.Filter) compiled.node(node).op()).condition().canonical();
  }

  @Test
  void textIsReadWholeAndFilteredBehind() {
    Compiled compiled =
        Compiled.of(
            Yaml.pipeline("", "kept: {from: in, filter: value IS NOT NULL}", "kept", "")
                .replace("format: ndjson}\n    columns", "format: text}\n    #"));
    assertThat(scanFilter(compiled)).isEmpty();
    assertThat(compiled.ids()).contains("steps.kept");
  }

  @Test
  void onlyColumnsThatSomethingReadsAreDecoded() {
    Compiled compiled = filtered("v > 0");
    NeededColumns needed = NeededColumns.of(compiled.plan(), false, Set.of());
    // ts for the watermark and the window, v for the reader's filter; k is not read
    assertThat(needed.of(compiled.node("sources.in")).toString()).isEqualTo("{1, 2}");
  }
}
