package tidemark.runner.report;

import static tidemark.runner.report.Amounts.bytes;
import static tidemark.runner.report.Amounts.count;
import static tidemark.runner.report.Amounts.duration;
import static tidemark.runner.report.Amounts.rate;
import static tidemark.runner.report.Amounts.watermark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.operators.StepMetrics;
import tidemark.operators.connector.Backlog;
import tidemark.operators.diagnostics.Code;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.LookupMetrics;

/**
 * The progress of a run as text for people: a line that is overwritten, a line per batch, the final
 * summary.
 *
 * @param pipeline the pipeline's name
 */
public record ProgressReport(String pipeline) {
  /** From this share of late rows on, a batch is worth a warning. */
  private static final double MOST = 0.5;

  /**
   * The line for a terminal: what is known about the run as a whole.
   *
   * @param columns the terminal's width; the line is cut before it
   */
  public String live(RunTotals totals, int columns) {
    List<String> parts = new ArrayList<>();
    parts.add(pipeline);
    parts.add("batch " + count(totals.batches()));
    parts.add(count(totals.inputRows(), "row", "rows"));
    parts.add(rate(totals.rowsPerSecond()) + " rows/s");
    left(totals, parts);
    if (totals.watermarkMillis() > 0) {
      parts.add("watermark " + watermark(totals.watermarkMillis()));
    }
    if (totals.stateRows() > 0) {
      parts.add("state " + count(totals.stateRows()));
    }
    problems(
        totals.lateRows(),
        RunTotals.sum(totals.badRows()),
        RunTotals.sum(totals.deadLetteredRows()),
        parts);
    return fitted(parts, columns);
  }

  /**
   * The line for a terminal while a batch is read.
   *
   * @param bytes of input read so far, of {@code allBytes}
   * @param elapsedMillis since the run began
   */
  public String reading(
      long batch, long rows, long bytes, long allBytes, long elapsedMillis, int columns) {
    double seconds = Math.max(1, elapsedMillis) / 1000.0;
    List<String> parts = new ArrayList<>();
    parts.add(pipeline);
    parts.add("reading batch " + batch);
    parts.add(count(rows, "row", "rows"));
    parts.add(rate(rows / seconds) + " rows/s");
    if (bytes > 0 && allBytes >= bytes) {
      parts.add(bytes * 100 / allBytes + " %");
      double left = (allBytes - bytes) / (bytes / seconds);
      parts.add("ETA " + Amounts.duration((long) (left * 1000)));
    }
    return fitted(parts, columns);
  }

  private static String fitted(List<String> parts, int columns) {
    String line = String.join(" · ", parts);
    return line.length() < columns ? line : line.substring(0, Math.max(0, columns - 2)) + "…";
  }

  /** The line of a static source that was read into memory. */
  public String table(String source, long rows, long memoryBytes) {
    return "table "
        + source
        + ": "
        + count(rows, "row", "rows")
        + " in memory, "
        + bytes(memoryBytes);
  }

  /** The line for a log: what one batch did. */
  public String line(BatchProgress batch, RunTotals totals) {
    List<String> parts = new ArrayList<>();
    parts.add(batch.noData() ? "no input" : count(batch.inputRows(), "row", "rows") + " in");
    parts.add(count(RunTotals.sum(batch.outputRows())) + " out");
    problems(
        late(batch),
        RunTotals.sum(batch.badRows()),
        RunTotals.sum(batch.deadLetteredRows()),
        parts);
    if (batch.watermarkAfterMillis() > 0) {
      parts.add("watermark " + watermark(batch.watermarkAfterMillis()));
    }
    if (!batch.steps().isEmpty()) {
      long rows = batch.steps().values().stream().mapToLong(StepMetrics::rows).sum();
      parts.add("state " + count(rows, "row", "rows"));
    }
    parts.add(duration(batch.millis()));
    left(totals, parts);
    return "batch " + batch.batch() + ": " + String.join(", ", parts);
  }

  private static void problems(long late, long bad, long failed, List<String> parts) {
    if (late > 0) {
      parts.add(count(late) + " late");
    }
    if (bad > 0) {
      parts.add(count(bad) + " bad");
    }
    if (failed > 0) {
      parts.add(count(failed) + " dead-lettered");
    }
  }

  private static void left(RunTotals totals, List<String> parts) {
    Backlog backlog = totals.backlog();
    if (backlog.bytes() > 0) {
      parts.add(bytes(backlog.bytes()) + " left");
    } else if (backlog.units() > 0) {
      parts.add(count(backlog.units()) + " left");
    }
    if (backlog.behindMillis() > 0) {
      parts.add(duration(backlog.behindMillis()) + " behind");
    }
    totals.etaMillis().ifPresent(eta -> parts.add("ETA " + duration(eta)));
  }

  /** What a batch gives reason to warn of; empty in most cases. */
  public List<String> warnings(BatchProgress batch) {
    List<String> warnings = new ArrayList<>();
    long late = late(batch);
    if (batch.inputRows() > 0 && late >= MOST * batch.inputRows()) {
      warnings.add(
          "warning %s: batch %d dropped %s of its %s as late; the watermark stood at %s"
              .formatted(
                  Code.TM611,
                  batch.batch(),
                  count(late),
                  count(batch.inputRows(), "row", "rows"),
                  watermark(batch.watermarkMillis())));
    }
    long timeless = batch.steps().values().stream().mapToLong(StepMetrics::withoutTime).sum();
    if (timeless > 0 && timeless >= MOST * batch.inputRows()) {
      warnings.add(
          "warning %s: batch %d left out %s without event time; look into the column of the watermark"
              .formatted(Code.TM616, batch.batch(), count(timeless, "row", "rows")));
    }
    return warnings;
  }

  private static long late(BatchProgress batch) {
    return batch.steps().values().stream().mapToLong(StepMetrics::droppedLate).sum();
  }

  /**
   * What the run did in all, as lines.
   *
   * @param end how it ended: {@code done}, {@code stopped}, {@code failed}
   */
  public List<String> summary(RunTotals totals, String end, long elapsedMillis) {
    List<String> lines = new ArrayList<>();
    String head = pipeline + ": " + end + " in " + duration(elapsedMillis);
    if (totals.batches() == 0) {
      String none = end.equals("failed") ? "no batch happened" : "no batch was needed";
      lines.add(head + ", " + totals.unfinished().text().orElse(none));
      noticed(totals, lines);
      return lines;
    }
    long empty = totals.noDataBatches();
    lines.add(
        head
            + ", "
            + count(totals.batches(), "batch", "batches")
            + (empty == 0 ? "" : " (" + count(empty) + " without input)")
            + totals.unfinished().text().map(text -> "; " + text).orElse(""));
    lines.add(row("rows in", count(totals.inputRows()) + volume(totals, elapsedMillis)));
    lines.add(row("rows out", perSink(totals.outputRows())));
    lines.add(row("late", perName(lateBy(totals))));
    lines.add(row("bad", perName(totals.badRows())));
    if (!totals.deadLetteredRows().isEmpty()) {
      lines.add(row("failed", perName(totals.deadLetteredRows()) + " in the dead letters"));
    }
    if (totals.rowsWithoutTime() > 0) {
      lines.add(
          row(
              "no time",
              count(totals.rowsWithoutTime(), "row", "rows") + " without event time dropped"));
    }
    if (totals.duplicates() > 0) {
      lines.add(row("duplicates", perName(duplicatesBy(totals))));
    }
    if (totals.tooFarAheadRows() > 0) {
      lines.add(
          row("future", count(totals.tooFarAheadRows()) + " too far ahead for the watermark"));
    }
    if (totals.watermarkMillis() > 0) {
      lines.add(row("watermark", watermark(totals.watermarkMillis())));
    }
    if (!totals.steps().isEmpty()) {
      lines.add(row("open", perName(openBy(totals))));
    }
    totals.lookups().forEach((step, metrics) -> lines.add(row("lookup", lookup(step, metrics))));
    noticed(totals, lines);
    return lines;
  }

  private static String lookup(String step, LookupMetrics metrics) {
    return step
        + ": "
        + count(metrics.remembered(), "key", "keys")
        + " remembered, "
        + count(metrics.asked())
        + " asked for in "
        + duration(metrics.millis())
        + ", "
        + count(metrics.rows(), "row", "rows")
        + " answered";
  }

  private static void noticed(RunTotals totals, List<String> lines) {
    totals
        .noticed()
        .forEach(
            (code, n) -> lines.add(row("noticed", count(n) + " × " + code + ": " + title(code))));
  }

  /**
   * What a code says of input that was noticed, where it says something else of what stops a run.
   */
  private static String title(Code code) {
    return code == Code.TM603 ? "Input was gone before it was read, and is left out" : code.title();
  }

  private static String volume(RunTotals totals, long elapsedMillis) {
    String perSecond = rate(totals.inputRows() * 1000.0 / Math.max(1, elapsedMillis)) + " rows/s";
    return totals.inputBytes() == 0
        ? "  (" + perSecond + ")"
        : "  (" + bytes(totals.inputBytes()) + ", " + perSecond + ")";
  }

  private static String row(String name, String value) {
    return "  %-10s %s".formatted(name, value);
  }

  /** One sink has all the rows. */
  private static String perSink(SortedMap<String, Long> counts) {
    return counts.size() < 2 ? count(RunTotals.sum(counts)) : perName(counts);
  }

  private static String perName(SortedMap<String, Long> counts) {
    long sum = RunTotals.sum(counts);
    if (sum == 0) {
      return "0";
    }
    List<String> parts = new ArrayList<>();
    counts.forEach((name, n) -> parts.add(name + ": " + count(n)));
    return count(sum) + "  (" + String.join(", ", parts) + ")";
  }

  private static SortedMap<String, Long> lateBy(RunTotals totals) {
    SortedMap<String, Long> late = new TreeMap<>();
    for (Map.Entry<String, StepMetrics> step : totals.steps().entrySet()) {
      late.put(step.getKey(), step.getValue().droppedLate());
    }
    return late;
  }

  private static SortedMap<String, Long> duplicatesBy(RunTotals totals) {
    SortedMap<String, Long> dropped = new TreeMap<>();
    totals.steps().forEach((step, metrics) -> dropped.put(step, metrics.duplicates()));
    dropped.values().removeIf(n -> n == 0);
    return dropped;
  }

  private static SortedMap<String, Long> openBy(RunTotals totals) {
    SortedMap<String, Long> open = new TreeMap<>();
    totals.steps().forEach((step, metrics) -> open.put(step, metrics.rows()));
    return open;
  }
}
