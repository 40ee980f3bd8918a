package tidemark.runner.spec;

import java.time.Duration;

/** What starts the next micro-batch. */
public sealed interface TriggerSpec {
  /** Catch up to what exists at the start, in several batches, then stop. */
  record AvailableNow() implements TriggerSpec {}

  /** One batch, then stop. */
  record Once() implements TriggerSpec {}

  /** A batch at every interval, until stopped. */
  record Every(Placed<Duration> interval) implements TriggerSpec {}
}
