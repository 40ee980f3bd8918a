package tidemark.runner.engine.microbatch;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What is counted while a micro-batch runs; added to by all workers. */
final class BatchCounters {
  private final AtomicLong inputRows = new AtomicLong();
  private final Map<String, AtomicLong> bad = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> output = new ConcurrentHashMap<>();

  void addInput(long rows) {
    inputRows.addAndGet(rows);
  }

  long inputRows() {
    return inputRows.get();
  }

  /** Bad records of a source. */
  AtomicLong bad(String source) {
    return bad.computeIfAbsent(source, s -> new AtomicLong());
  }

  /** Rows handed to a sink. */
  AtomicLong output(String sink) {
    return output.computeIfAbsent(sink, s -> new AtomicLong());
  }

  Map<String, Long> badRows() {
    return values(bad);
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
