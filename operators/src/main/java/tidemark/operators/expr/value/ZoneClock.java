package tidemark.operators.expr.value;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Turns instants into the clock's microseconds of a zone and back; remembers the offset between two
 * changes of the clock, so that most conversions are an addition. For one thread.
 */
public final class ZoneClock {
  public static final long MICROS_A_SECOND = 1_000_000L;
  public static final long MICROS_A_DAY = 86_400L * MICROS_A_SECOND;

  private final ZoneId zone;
  private final ZoneRules rules;
  private final boolean fixed;
  private final long fixedMicros;
  private long from = 1;
  private long to = 0;
  private long offset;

  private ZoneClock(ZoneId zone) {
    this.zone = zone;
    this.rules = zone.getRules();
    this.fixed = rules.isFixedOffset();
    this.fixedMicros =
        fixed ? rules.getOffset(Instant.EPOCH).getTotalSeconds() * MICROS_A_SECOND : 0;
  }

  public static ZoneClock of(ZoneId zone) {
    return new ZoneClock(zone);
  }

  /**
   * What the zone's clock shows at the instant, in microseconds since 1970-01-01T00:00:00.
   *
   * @throws ArithmeticException if it shows more than can be told: the last hours of the range
   */
  public long local(long instant) {
    if (fixed) {
      return Math.addExact(instant, fixedMicros);
    }
    if (instant < from || instant >= to) {
      remember(instant);
    }
    return Math.addExact(instant, offset);
  }

  private void remember(long micros) {
    Instant instant = TimeText.instant(micros);
    offset = rules.getOffset(instant).getTotalSeconds() * MICROS_A_SECOND;
    @Nullable ZoneOffsetTransition before = rules.previousTransition(instant.plusNanos(1));
    @Nullable ZoneOffsetTransition after = rules.nextTransition(instant);
    from = before == null ? Long.MIN_VALUE : before.toEpochSecond() * MICROS_A_SECOND;
    to = after == null ? Long.MAX_VALUE : after.toEpochSecond() * MICROS_A_SECOND;
  }

  /**
   * The instant at which the zone's clock shows this; in a gap the later, in an overlap the earlier
   * one.
   *
   * @throws ArithmeticException if the instant is out of range
   */
  public long instant(long local) {
    if (fixed) {
      return Math.subtractExact(local, fixedMicros);
    }
    long guess = Math.subtractExact(local, offset);
    long margin = MICROS_A_DAY;
    if (guess >= from && guess - from > margin && guess < to && to - guess > margin) {
      return guess;
    }
    LocalDateTime shown = LocalDateTime.ofInstant(TimeText.instant(local), ZoneOffset.UTC);
    long exact = TimeText.micros(shown.atZone(zone).toInstant());
    remember(exact);
    return exact;
  }
}
