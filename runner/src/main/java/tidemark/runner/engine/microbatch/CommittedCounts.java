package tidemark.runner.engine.microbatch;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.operators.StepMetrics;

/**
 * The counters of one committed micro-batch, or of several, read back from the commit log.
 *
 * @param outputRows rows handed to each sink
 * @param badRows records that could not be decoded, by source
 * @param deadLetteredRows rows on which a step failed and that went to the dead letters, by step
 * @param steps what each stateful step did, by node id; the rows are those after the last batch
 */
public record CommittedCounts(
    long inputRows,
    long inputBytes,
    long tooFarAheadRows,
    long millis,
    SortedMap<String, Long> outputRows,
    SortedMap<String, Long> badRows,
    SortedMap<String, Long> deadLetteredRows,
    SortedMap<String, StepMetrics> steps) {
  public static final CommittedCounts NONE = of(Map.of());

  private static final String OUTPUT = "output.";
  private static final String BAD = "bad.";
  private static final String ROWS = ".rows";

  public CommittedCounts {
    outputRows = Collections.unmodifiableSortedMap(new TreeMap<>(outputRows));
    badRows = Collections.unmodifiableSortedMap(new TreeMap<>(badRows));
    deadLetteredRows = Collections.unmodifiableSortedMap(new TreeMap<>(deadLetteredRows));
    steps = Collections.unmodifiableSortedMap(new TreeMap<>(steps));
  }

  /** Reads what {@link BatchCounts} writes; counters that are missing count nothing. */
  public static CommittedCounts of(Map<String, Long> counts) {
    SortedMap<String, Long> output = new TreeMap<>();
    SortedMap<String, Long> bad = new TreeMap<>();
    SortedMap<String, Long> dead = new TreeMap<>();
    SortedMap<String, StepMetrics> steps = new TreeMap<>();
    counts.forEach(
        (name, value) -> {
          if (name.startsWith(OUTPUT)) {
            output.put(name.substring(OUTPUT.length()), value);
          } else if (name.startsWith(BAD)) {
            bad.put(name.substring(BAD.length()), value);
          } else if (name.startsWith(BatchCounts.DEAD_LETTERED)) {
            dead.put(name.substring(BatchCounts.DEAD_LETTERED.length()), value);
          } else if (name.endsWith(ROWS) && counts.containsKey(step(name) + ".updated")) {
            steps.put(step(name), metrics(counts, step(name)));
          }
        });
    return new CommittedCounts(
        counts.getOrDefault("input.rows", 0L),
        counts.getOrDefault("input.bytes", 0L),
        counts.getOrDefault("input.too_far_ahead", 0L),
        counts.getOrDefault("millis", 0L),
        output,
        bad,
        dead,
        steps);
  }

  private static String step(String counter) {
    return counter.substring(0, counter.length() - ROWS.length());
  }

  private static StepMetrics metrics(Map<String, Long> counts, String step) {
    return new StepMetrics(
        counts.getOrDefault(step + ROWS, 0L),
        counts.getOrDefault(step + ".updated", 0L),
        counts.getOrDefault(step + ".removed", 0L),
        counts.getOrDefault(step + ".dropped_late", 0L),
        counts.getOrDefault(step + ".without_time", 0L),
        counts.getOrDefault(step + ".duplicates", 0L));
  }

  /** These counters and those of a later batch. */
  public CommittedCounts then(CommittedCounts later) {
    SortedMap<String, Long> output = new TreeMap<>(outputRows);
    later.outputRows.forEach((sink, rows) -> output.merge(sink, rows, Long::sum));
    SortedMap<String, Long> bad = new TreeMap<>(badRows);
    later.badRows.forEach((source, rows) -> bad.merge(source, rows, Long::sum));
    SortedMap<String, Long> dead = new TreeMap<>(deadLetteredRows);
    later.deadLetteredRows.forEach((step, rows) -> dead.merge(step, rows, Long::sum));
    SortedMap<String, StepMetrics> all = new TreeMap<>(steps);
    later.steps.forEach((step, metrics) -> all.merge(step, metrics, StepMetrics::then));
    return new CommittedCounts(
        inputRows + later.inputRows,
        inputBytes + later.inputBytes,
        tooFarAheadRows + later.tooFarAheadRows,
        millis + later.millis,
        output,
        bad,
        dead,
        all);
  }

  /** Rows that came too late, over all steps. */
  public long lateRows() {
    return steps.values().stream().mapToLong(StepMetrics::droppedLate).sum();
  }

  /** Rows without event time, over all steps. */
  public long rowsWithoutTime() {
    return steps.values().stream().mapToLong(StepMetrics::withoutTime).sum();
  }

  /** Rows whose key had been seen, over all steps. */
  public long duplicates() {
    return steps.values().stream().mapToLong(StepMetrics::duplicates).sum();
  }

  /** Rows on which a step failed, over all steps. */
  public long deadLettered() {
    return deadLetteredRows.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Records that could not be decoded, over all sources. */
  public long badRecords() {
    return badRows.values().stream().mapToLong(Long::longValue).sum();
  }
}
