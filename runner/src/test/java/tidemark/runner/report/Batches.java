package tidemark.runner.report;

import java.util.Map;
import tidemark.operators.StepMetrics;
import tidemark.operators.connector.Backlog;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.LookupMetrics;

/** Batches for tests of reports: one source, one step, one sink. */
final class Batches {
  /** 2026-01-01T12:30:00Z. */
  static final long HALF_PAST = 1_767_270_600_000L;

  private Batches() {}

  /**
   * 1,000 rows and 50,000 bytes in 500 ms, 9 rows out, 12 late, 3 bad, 40 open; 970 keys
   * remembered, 30 asked for in 80 ms, 25 rows answered; 100,000 bytes left.
   */
  static BatchProgress busy(long batch) {
    return new BatchProgress(
        batch,
        false,
        1000,
        50_000,
        Map.of("out", 9L),
        Map.of("access", 3L),
        Map.of(),
        0,
        0,
        HALF_PAST,
        Map.of("steps.traffic", new StepMetrics(40, 60, 9, 12, 0)),
        Map.of("steps.named", new LookupMetrics(970, 30, 25, 80)),
        500,
        new Backlog(2, 100_000, 90_000));
  }

  /** No input, 40 rows out, nothing left open. */
  static BatchProgress empty(long batch) {
    return new BatchProgress(
        batch,
        true,
        0,
        0,
        Map.of("out", 40L),
        Map.of("access", 0L),
        Map.of(),
        0,
        HALF_PAST,
        HALF_PAST,
        Map.of("steps.traffic", new StepMetrics(0, 0, 40, 0, 0)),
        Map.of(),
        20,
        Backlog.NONE);
  }

  static RunTotals totals(BatchProgress... batches) {
    RunTotals totals = new RunTotals();
    for (BatchProgress batch : batches) {
      totals.add(batch);
    }
    return totals;
  }
}
