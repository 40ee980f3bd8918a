package tidemark.operators.plan;

import java.util.OptionalLong;

/** How long a join of two streams keeps the rows of a side. */
public sealed interface Retention {
  /** For ever. */
  record Forever() implements Retention {}

  /** Until the watermark reaches the key's value, which is an event time. */
  record UntilKey(int key) implements Retention {}

  /**
   * Until the watermark is so far beyond the row's time that no row of the other side that is still
   * to come can be its partner.
   *
   * @param offsetMillis what is added to the watermark: rows whose time is at or before the sum are
   *     forgotten
   */
  record UntilTime(long offsetMillis) implements Retention {}

  /**
   * The state watermark: rows whose time is at or before it are forgotten; empty if none ever is.
   *
   * @param watermarkMillis the watermark of the join's input
   */
  default OptionalLong closedMillis(long watermarkMillis) {
    if (this instanceof UntilTime until) {
      return OptionalLong.of(watermarkMillis + until.offsetMillis());
    }
    return this instanceof UntilKey ? OptionalLong.of(watermarkMillis) : OptionalLong.empty();
  }
}
