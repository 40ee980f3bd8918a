package tidemark.runner.engine.microbatch;

import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.StepMetrics;
import tidemark.runner.engine.BatchProgress;

/** The counters of a micro-batch as the commit log has them, by name. */
public final class BatchCounts {
  static final String DEAD_LETTERED = "dead_lettered.";

  private BatchCounts() {}

  static Map<String, Long> of(BatchProgress progress) {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("input.rows", progress.inputRows());
    counts.put("input.bytes", progress.inputBytes());
    counts.put("input.too_far_ahead", progress.tooFarAheadRows());
    counts.put("millis", progress.millis());
    progress.outputRows().forEach((sink, rows) -> counts.put("output." + sink, rows));
    progress.badRows().forEach((source, rows) -> counts.put("bad." + source, rows));
    progress.deadLetteredRows().forEach((step, rows) -> counts.put(DEAD_LETTERED + step, rows));
    progress.steps().forEach((step, metrics) -> add(counts, step, metrics));
    return counts;
  }

  private static void add(Map<String, Long> counts, String step, StepMetrics metrics) {
    counts.put(step + ".rows", metrics.rows());
    counts.put(step + ".updated", metrics.updated());
    counts.put(step + ".removed", metrics.removed());
    counts.put(step + ".dropped_late", metrics.droppedLate());
    counts.put(step + ".without_time", metrics.withoutTime());
    if (metrics.duplicates() > 0) {
      counts.put(step + ".duplicates", metrics.duplicates());
    }
  }
}
