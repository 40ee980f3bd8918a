package tidemark.runner.engine.microbatch;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import tidemark.operators.StepMetrics;
import tidemark.runner.engine.LookupMetrics;

/** What is counted while a micro-batch runs; added to by all workers. */
final class BatchCounters {
  private final AtomicLong inputRows = new AtomicLong();
  private final AtomicLong inputBytes = new AtomicLong();
  private final Map<String, AtomicLong> bad = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> deadLettered = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> withoutTime = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> output = new ConcurrentHashMap<>();
  private final Map<String, LookupCounter> lookups = new ConcurrentHashMap<>();

  private final TooFarAhead tooFarAhead = new TooFarAhead();

  /** Event times that were not believed. */
  TooFarAhead tooFarAhead() {
    return tooFarAhead;
  }

  void addInput(long rows) {
    inputRows.addAndGet(rows);
  }

  void addBytes(long bytes) {
    inputBytes.addAndGet(bytes);
  }

  /** Bytes read so far. */
  long inputBytes() {
    return inputBytes.get();
  }

  long inputRows() {
    return inputRows.get();
  }

  /** Rows that no window of a step can take, left out while reading. */
  AtomicLong withoutTime(String step) {
    return withoutTime.computeIfAbsent(step, s -> new AtomicLong());
  }

  /** Bad records of a source. */
  AtomicLong bad(String source) {
    return bad.computeIfAbsent(source, s -> new AtomicLong());
  }

  /** Rows on which a step failed, and which went to the dead letters. */
  AtomicLong deadLettered(String step) {
    return deadLettered.computeIfAbsent(step, s -> new AtomicLong());
  }

  /** Rows handed to a sink. */
  AtomicLong output(String sink) {
    return output.computeIfAbsent(sink, s -> new AtomicLong());
  }

  /** What a lookup does that asks its source. */
  LookupCounter lookup(String step) {
    return lookups.computeIfAbsent(step, s -> new LookupCounter());
  }

  /** What those lookups did, by step. */
  Map<String, LookupMetrics> lookups() {
    Map<String, LookupMetrics> metrics = new TreeMap<>();
    lookups.forEach((step, counter) -> metrics.put(step, counter.metrics()));
    return metrics;
  }

  /** What the steps did, with the rows that were left out while reading. */
  Map<String, StepMetrics> withReadersCounts(Map<String, StepMetrics> steps) {
    Map<String, StepMetrics> all = new TreeMap<>(steps);
    withoutTime.forEach(
        (step, rows) -> all.merge(step, StepMetrics.withoutTime(rows.get()), StepMetrics::plus));
    return all;
  }

  Map<String, Long> badRows() {
    return values(bad);
  }

  Map<String, Long> deadLetteredRows() {
    return values(deadLettered);
  }

  Map<String, Long> outputRows() {
    return values(output);
  }

  private static Map<String, Long> values(Map<String, AtomicLong> counters) {
    Map<String, Long> values = new TreeMap<>();
    counters.forEach((name, counter) -> values.put(name, counter.get()));
    return values;
  }
}
