package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Watermark;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.meaning.OperatorText;

class EventTimeTest {
  private static final String WATERMARK = "watermark: {column: ts, delay: 1 minute}";

  private static final String COUNT =
      "counted:\n"
          + "  from: %s\n"
          + "  aggregate: {window: {tumbling: 5 minutes}, compute: {n: count(*)}}\n";

  private static Compiled compiled(String steps, String sinkFrom) {
    return Compiled.of(Yaml.pipeline(WATERMARK, steps, sinkFrom, ""));
  }

  private static Aggregate aggregate(PlanNode node) {
    return (Aggregate) node.op();
  }

  @Test
  void renamedEventTimeColumnIsStillTheEventTime() {
    Compiled compiled =
        compiled("named: {from: in, rename: {at: ts}}\n" + COUNT.formatted("named"), "counted");
    Aggregate counted = aggregate(compiled.node("steps.counted"));
    assertThat(counted.time().orElseThrow().canonical()).isEqualTo("at");
    assertThat(counted.expiry()).isInstanceOf(Expiry.ByWindow.class);
  }

  @Test
  void computedColumnIsNotTheEventTime() {
    Compiled compiled =
        compiled(
            "moved: {from: in, with: {ts: ts + INTERVAL 1 MINUTE}}\n" + COUNT.formatted("moved"),
            "counted");
    assertThat(compiled.codes()).containsExactly("TM411");
  }

  @Test
  void windowOverWindowsTakesTheLastMicrosecond() {
    Compiled compiled =
        compiled(
            COUNT.formatted("in")
                + "hours:\n  from: counted\n"
                + "  aggregate: {window: {tumbling: 1 hour}, compute: {n: sum(n)}}\n",
            "hours");
    PlanNode counted = compiled.node("steps.counted");
    assertThat(counted.eventTime()).contains(new EventTime(1, EventTime.Kind.WINDOW_END, 60_000));
    assertThat(aggregate(compiled.node("steps.hours")).time().orElseThrow().canonical())
        .isEqualTo("(window_end - INTERVAL '0 00:00:00.000001' DAY TO SECOND)");
  }

  @Test
  void groupingByTheWindowsEndClosesWithTheWindow() {
    Compiled compiled =
        compiled(
            COUNT.formatted("in")
                + "again:\n  from: counted\n"
                + "  aggregate: {by: [window_start, window_end], compute: {m: max(n)}}\n",
            "again");
    assertThat(aggregate(compiled.node("steps.again")).expiry()).isEqualTo(new Expiry.ByKey(1));
  }

  @Test
  void groupingByTheWindowsStartAloneIsRefusedBecauseItsRowsWouldBeLate() {
    Compiled compiled =
        compiled(
            COUNT.formatted("in")
                + "again:\n  from: counted\n"
                + "  aggregate: {by: [window_start], compute: {m: max(n)}}\n",
            "again");
    assertThat(compiled.codes()).containsExactly("TM401");
    assertThat(compiled.findings().get(0).hint().orElseThrow()).contains("`window_end` to `by`");
  }

  @Test
  void monthInADelayCounts31Days() {
    Compiled compiled =
        Compiled.of(
            Yaml.pipeline(
                "watermark: {column: ts, delay: 1 month}", COUNT.formatted("in"), "counted", ""));
    Watermark watermark = (Watermark) compiled.node("sources.in.watermark").op();
    assertThat(watermark.spec().delayMillis()).isEqualTo(31L * 24 * 60 * 60 * 1000);
  }

  @Test
  void brokenWatermarkIsReportedOnceAndNotMissedBelow() {
    Compiled compiled =
        Compiled.of(
            Yaml.pipeline(
                "watermark: {column: tz, delay: 1 minute}", COUNT.formatted("in"), "counted", ""));
    assertThat(compiled.codes()).containsExactly("TM304");
  }

  @Test
  void resultsShareEqualCalls() {
    Compiled compiled =
        compiled(
            "counted:\n  from: in\n  aggregate:\n    window: {tumbling: 5 minutes}\n"
                + "    compute: {mean: sum(v) / count(*), n: count(*), s: sum(v)}\n",
            "counted");
    Aggregate counted = aggregate(compiled.node("steps.counted"));
    assertThat(counted.calls())
        .extracting(c -> c.canonical())
        .containsExactly("sum(v)", "count(*)");
    assertThat(OperatorText.results(counted))
        .containsExactly("mean = (sum(v) / count(*))", "n = count(*)", "s = sum(v)");
  }
}
