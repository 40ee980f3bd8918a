package tidemark.operators.builtin.http;

import java.time.Clock;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** How long is waited between two tries, longer each time, and when there is no other. */
final class Retries {
  private static final long FIRST_PAUSE = 200;
  private static final long LONGEST_PAUSE = 10_000;

  private final Clock clock;
  private final LongConsumer pause;
  private final long until;
  private long next = FIRST_PAUSE;

  /**
   * @param pause waits so many milliseconds
   * @param millis how long there are other tries
   */
  Retries(Clock clock, LongConsumer pause, long millis) {
    this.clock = clock;
    this.pause = pause;
    this.until = clock.millis() + millis;
  }

  /**
   * Waits for the next try.
   *
   * @param wanted how long the server wants to be left alone
   * @return false, without waiting, if there is none within the time
   */
  boolean waitFor(OptionalLong wanted) {
    long millis = Math.max(wanted.orElse(0), next);
    if (Thread.currentThread().isInterrupted() || clock.millis() + millis > until) {
      return false;
    }
    next = Math.min(LONGEST_PAUSE, next * 2);
    pause.accept(millis);
    return true;
  }
}
