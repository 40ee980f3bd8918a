package tidemark.operators.builtin.http;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Time that passes only where a sink pauses, however slow the machine is. */
final class PausedTime extends Clock implements LongConsumer {
  private static final Instant BEGIN = Instant.parse("2026-07-01T00:00:00Z");

  private final List<Long> pauses = new ArrayList<>();

  /** A connector whose sinks live in this time. */
  HttpConnector connector() {
    return new HttpConnector(this, this);
  }

  /** The pauses so far, in milliseconds. */
  List<Long> pauses() {
    return pauses;
  }

  /** The milliseconds of all pauses. */
  long passed() {
    return pauses.stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public void accept(long millis) {
    pauses.add(millis);
  }

  @Override
  public Instant instant() {
    return BEGIN.plusMillis(passed());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException();
  }
}
