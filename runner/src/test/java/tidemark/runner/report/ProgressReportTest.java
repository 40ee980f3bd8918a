package tidemark.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.operators.StepMetrics;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.runner.engine.BatchProgress;

class ProgressReportTest {
  private final ProgressReport report = new ProgressReport("site-traffic");

  @Test
  void lineOfABatchSaysWhatItDidAndWhatIsLeft() {
    BatchProgress batch = Batches.busy(17);
    // 50,000 bytes took 0.5 s, so the 100,000 that are left take 1 s.
    assertThat(report.line(batch, Batches.totals(batch)))
        .isEqualTo(
            "batch 17: 1,000 rows in, 9 out, 12 late, 3 bad, watermark 2026-01-01T12:30:00Z,"
                + " state 40 rows, 0.50 s, 100 kB left, 90.0 s behind, ETA 1.00 s");
  }

  @Test
  void batchWithoutInputSaysSo() {
    BatchProgress batch = Batches.empty(18);
    assertThat(report.line(batch, Batches.totals(batch)))
        .isEqualTo(
            "batch 18: no input, 40 out, watermark 2026-01-01T12:30:00Z, state 0 rows, 0.02 s");
  }

  @Test
  void liveLineShowsTheWholeRun() {
    // 1,000 rows in 500 ms, twice: 2,000 rows a second, however much older batches count.
    assertThat(report.live(Batches.totals(Batches.busy(0), Batches.busy(1)), 200))
        .isEqualTo(
            "site-traffic · batch 2 · 2,000 rows · 2.00k rows/s · 100 kB left · 90.0 s behind · ETA 1.00 s"
                + " · watermark 2026-01-01T12:30:00Z · state 40 · 24 late · 6 bad");
  }

  @Test
  void liveLineNeverFillsTheTerminalsLine() {
    String line = report.live(Batches.totals(Batches.busy(0)), 40);
    assertThat(line).hasSize(39).startsWith("site-traffic · batch 1").endsWith("…");
  }

  @Test
  void summaryCountsRowsInOutLateBadAndOpen() {
    RunTotals totals = Batches.totals(Batches.busy(0), Batches.busy(1), Batches.empty(2));
    assertThat(report.summary(totals, "done", 2000))
        .containsExactly(
            "site-traffic: done in 2.00 s, 3 batches (1 without input)",
            "  rows in    2,000  (100 kB, 1.00k rows/s)",
            "  rows out   58",
            "  late       24  (traffic: 24)",
            "  bad        6  (access: 6)",
            "  watermark  2026-01-01T12:30:00Z",
            "  open       0",
            "  lookup     named: 1,940 keys remembered, 60 asked for in 0.16 s, 50 rows answered");
  }

  @Test
  void failedRunSaysWhichSinksHaveTheBatch() {
    RunTotals totals = new RunTotals();
    totals.unfinished().asked(new OperationKey("q", 0, "all"), Outcome.ABSENT);
    totals.unfinished().asked(new OperationKey("q", 0, "book"), Outcome.ABSENT);
    assertThat(report.summary(totals, "failed", 90).get(0)).endsWith(", no batch happened");
    totals.unfinished().tookEffect(new OperationKey("q", 0, "all"));
    assertThat(report.summary(totals, "failed", 90).get(0))
        .endsWith(", batch 0 is unfinished: sink all has it, sink book has not confirmed it");
    totals.add(Batches.busy(0));
    totals.unfinished().asked(new OperationKey("q", 1, "all"), Outcome.COMMITTED);
    totals.unfinished().asked(new OperationKey("q", 1, "book"), Outcome.UNKNOWN);
    assertThat(report.summary(totals, "failed", 90).get(0))
        .endsWith(
            ", 1 batch; batch 1 is unfinished: sink all has it, sink book has not confirmed it");
  }

  @Test
  void summaryOfARunWithNothingToDoIsOneLine() {
    assertThat(report.summary(new RunTotals(), "done", 90))
        .containsExactly("site-traffic: done in 0.09 s, no batch was needed");
  }

  @Test
  void batchThatLosesHalfOfItsRowsIsWarnedOf() {
    assertThat(report.warnings(withLate(499))).isEmpty();
    assertThat(report.warnings(withLate(500)))
        .containsExactly(
            "warning TM611: batch 5 dropped 500 of its 1,000 rows as late;"
                + " the watermark stood at 2026-01-01T12:30:00Z");
  }

  @Test
  void batchThatLosesHalfOfItsRowsForWantOfATimeIsWarnedOf() {
    assertThat(report.warnings(with(new StepMetrics(0, 0, 0, 0, 499)))).isEmpty();
    assertThat(report.warnings(with(new StepMetrics(0, 0, 0, 0, 1_500))))
        .containsExactly(
            "warning TM616: batch 5 left out 1,500 rows without event time;"
                + " look into the column of the watermark");
  }

  @Test
  void rowsInTheDeadLettersAreToldByStep() {
    BatchProgress batch =
        new BatchProgress(
            5,
            false,
            1000,
            0,
            Map.of(),
            Map.of(),
            Map.of("ratio", 2L),
            0,
            0,
            0,
            Map.of(),
            Map.of(),
            10,
            Backlog.NONE);
    RunTotals totals = new RunTotals();
    totals.add(batch);
    totals.add(batch);
    assertThat(report.line(batch, totals)).contains("2 dead-lettered");
    assertThat(report.summary(totals, "done", 90))
        .contains("  failed     4  (ratio: 4) in the dead letters");
  }

  private static BatchProgress withLate(long late) {
    return with(new StepMetrics(0, 0, 0, late, 0));
  }

  private static BatchProgress with(StepMetrics metrics) {
    return new BatchProgress(
        5,
        false,
        1000,
        0,
        Map.of(),
        Map.of(),
        Map.of(),
        0,
        Batches.HALF_PAST,
        Batches.HALF_PAST,
        Map.of("traffic", metrics),
        Map.of(),
        10,
        Backlog.NONE);
  }

  @Test
  void amountsKeepThreeDigits() {
    assertThat(Amounts.bytes(999)).isEqualTo("999 B");
    assertThat(Amounts.bytes(1000)).isEqualTo("1.00 kB");
    assertThat(Amounts.bytes(999_999)).isEqualTo("1.00 MB");
    assertThat(Amounts.bytes(15_432_000)).isEqualTo("15.4 MB");
    assertThat(Amounts.rate(284_700)).isEqualTo("285k");
    assertThat(Amounts.rate(12.4)).isEqualTo("12");
    assertThat(Amounts.duration(9_994)).isEqualTo("9.99 s");
    assertThat(Amounts.duration(59_960)).isEqualTo("60.0 s");
    assertThat(Amounts.duration(185_000)).isEqualTo("3 min 05 s");
    assertThat(Amounts.duration(7_620_000)).isEqualTo("2 h 07 min");
  }
}
