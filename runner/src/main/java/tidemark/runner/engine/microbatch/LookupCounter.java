package tidemark.runner.engine.microbatch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import tidemark.runner.engine.LookupMetrics;

/** Counts what one lookup does in a micro-batch; added to by all workers. */
final class LookupCounter {
  private final LongAdder remembered = new LongAdder();
  private final LongAdder asked = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  void remembered(long keys) {
    remembered.add(keys);
  }

  void asked(long keys, long answeredRows, long tookNanos) {
    asked.add(keys);
    rows.add(answeredRows);
    nanos.add(tookNanos);
  }

  LookupMetrics metrics() {
    return new LookupMetrics(
        remembered.sum(), asked.sum(), rows.sum(), TimeUnit.NANOSECONDS.toMillis(nanos.sum()));
  }
}
