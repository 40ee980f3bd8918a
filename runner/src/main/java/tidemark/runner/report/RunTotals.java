package tidemark.runner.report;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.operators.StepMetrics;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.Notice;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.LookupMetrics;

/** What a run has done so far, and how fast it is now. Not for several threads. */
public final class RunTotals {
  /** After this long a batch counts half for the present speed. */
  private static final double HALF_LIFE_MILLIS = 5000;

  private final SortedMap<String, Long> outputRows = new TreeMap<>();
  private final SortedMap<String, Long> badRows = new TreeMap<>();
  private final SortedMap<String, Long> deadLetteredRows = new TreeMap<>();
  private final SortedMap<String, StepMetrics> steps = new TreeMap<>();
  private final SortedMap<String, LookupMetrics> lookups = new TreeMap<>();
  private final SortedMap<Code, Long> noticed = new TreeMap<>();
  private final UnfinishedBatch unfinished = new UnfinishedBatch();
  private long batches;
  private long noDataBatches;
  private long inputRows;
  private long inputBytes;
  private long tooFarAheadRows;
  private long watermarkMillis;
  private Backlog backlog = Backlog.NONE;
  private double recentRows;
  private double recentBytes;
  private double recentUnits;
  private double recentMillis;

  /** Counts a batch that has happened. */
  public void add(BatchProgress batch) {
    unfinished.finished();
    batches++;
    noDataBatches += batch.noData() ? 1 : 0;
    inputRows += batch.inputRows();
    inputBytes += batch.inputBytes();
    tooFarAheadRows += batch.tooFarAheadRows();
    watermarkMillis = batch.watermarkAfterMillis();
    batch.outputRows().forEach((sink, rows) -> outputRows.merge(sink, rows, Long::sum));
    batch.badRows().forEach((source, rows) -> badRows.merge(source, rows, Long::sum));
    batch.deadLetteredRows().forEach((step, rows) -> deadLetteredRows.merge(step, rows, Long::sum));
    batch
        .steps()
        .forEach((id, metrics) -> steps.merge(PlanNode.step(id), metrics, StepMetrics::then));
    batch
        .lookups()
        .forEach((id, metrics) -> lookups.merge(PlanNode.step(id), metrics, LookupMetrics::plus));
    speed(batch);
    backlog = batch.backlog();
  }

  /** What the sinks have of the batch that has not happened yet. */
  public UnfinishedBatch unfinished() {
    return unfinished;
  }

  /** Counts what a source noticed. */
  public void add(Notice notice) {
    noticed.merge(notice.code(), notice.count(), Long::sum);
  }

  private void speed(BatchProgress batch) {
    double keep = Math.pow(0.5, batch.millis() / HALF_LIFE_MILLIS);
    long done = Math.max(0, backlog.units() - batch.backlog().units());
    recentRows = recentRows * keep + batch.inputRows();
    recentBytes = recentBytes * keep + batch.inputBytes();
    recentUnits = recentUnits * keep + done;
    recentMillis = recentMillis * keep + Math.max(1, batch.millis());
  }

  /** Micro-batches, those without input among them. */
  public long batches() {
    return batches;
  }

  public long noDataBatches() {
    return noDataBatches;
  }

  public long inputRows() {
    return inputRows;
  }

  public long inputBytes() {
    return inputBytes;
  }

  /** Rows whose event time was too far ahead to move the watermark. */
  public long tooFarAheadRows() {
    return tooFarAheadRows;
  }

  /** Rows handed to each sink. */
  public SortedMap<String, Long> outputRows() {
    return Collections.unmodifiableSortedMap(outputRows);
  }

  /** Records of each source that could not be decoded. */
  public SortedMap<String, Long> badRows() {
    return Collections.unmodifiableSortedMap(badRows);
  }

  /** Rows on which each step failed and that went to the dead letters. */
  public SortedMap<String, Long> deadLetteredRows() {
    return Collections.unmodifiableSortedMap(deadLetteredRows);
  }

  /** What sources noticed, by kind. */
  public SortedMap<Code, Long> noticed() {
    return Collections.unmodifiableSortedMap(noticed);
  }

  /** The stateful steps: rows in the state now, the other counts over the run. */
  public SortedMap<String, StepMetrics> steps() {
    return Collections.unmodifiableSortedMap(steps);
  }

  /** What the lookups did that ask their source key by key, over the run. */
  public SortedMap<String, LookupMetrics> lookups() {
    return Collections.unmodifiableSortedMap(lookups);
  }

  /** The watermark in force now, in milliseconds since 1970; 0 before any event. */
  public long watermarkMillis() {
    return watermarkMillis;
  }

  /** What is left to read. */
  public Backlog backlog() {
    return backlog;
  }

  /** Rows in all states now. */
  public long stateRows() {
    return steps.values().stream().mapToLong(StepMetrics::rows).sum();
  }

  /** Rows dropped because they came too late, over all steps. */
  public long lateRows() {
    return steps.values().stream().mapToLong(StepMetrics::droppedLate).sum();
  }

  /** Rows dropped because they have no event time, over all steps. */
  public long rowsWithoutTime() {
    return steps.values().stream().mapToLong(StepMetrics::withoutTime).sum();
  }

  /** Rows dropped because their key had been seen, over all steps. */
  public long duplicates() {
    return steps.values().stream().mapToLong(StepMetrics::duplicates).sum();
  }

  /** Input rows a second in the last few seconds. */
  public double rowsPerSecond() {
    return recentMillis == 0 ? 0 : recentRows * 1000 / recentMillis;
  }

  /** How long the backlog takes at the present speed; empty while that cannot be said. */
  public OptionalLong etaMillis() {
    if (backlog.bytes() > 0 && recentBytes > 0) {
      return OptionalLong.of(Math.round(backlog.bytes() * recentMillis / recentBytes));
    }
    if (backlog.units() > 0 && recentUnits > 0) {
      return OptionalLong.of(Math.round(backlog.units() * recentMillis / recentUnits));
    }
    return OptionalLong.empty();
  }

  static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
