package tidemark.operators.expr.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of a zone shows what the JDK says, and nothing beyond what can be told. */
class ZoneClockTest {
  private static final long HOUR = 3_600L * ZoneClock.MICROS_A_SECOND;

  private static final long CENTURY = 876_600 * HOUR;

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "America/New_York", "+05:30", "-11:00", "UTC"})
  void showsWhatTheJdkSays(String name) {
    ZoneId zone = ZoneId.of(name);
    ZoneClock clock = ZoneClock.of(zone);
    SplittableRandom random = new SplittableRandom(name.hashCode());
    for (int i = 0; i < 10_000; i++) {
      long micros = random.nextLong(-CENTURY, CENTURY);
      ZoneOffsetTransition change = zone.getRules().nextTransition(TimeText.instant(micros));
      if (change != null && i % 2 == 0) {
        micros = TimeText.micros(change.getInstant()) + random.nextLong(-30 * HOUR, 30 * HOUR);
      }
      LocalDateTime shown = LocalDateTime.ofInstant(TimeText.instant(micros), zone);
      long local = TimeText.micros(shown.toInstant(ZoneOffset.UTC));
      assertThat(clock.local(micros)).isEqualTo(local);
      assertInstant(clock, zone, local);
      // What no clock may ever have shown, as in spring.
      assertInstant(clock, zone, local + random.nextLong(-3 * HOUR, 3 * HOUR));
    }
  }

  private static void assertInstant(ZoneClock clock, ZoneId zone, long local) {
    LocalDateTime shown = LocalDateTime.ofInstant(TimeText.instant(local), ZoneOffset.UTC);
    assertThat(clock.instant(local)).isEqualTo(TimeText.micros(shown.atZone(zone).toInstant()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "+05:30"})
  void doesNotWrapAtTheEndOfTheRange(String east) {
    ZoneClock clock = ZoneClock.of(ZoneId.of(east));
    assertThat(clock.local(Long.MAX_VALUE - 12 * HOUR)).isPositive();
    assertThatThrownBy(() -> clock.local(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> clock.instant(Long.MIN_VALUE)).isInstanceOf(ArithmeticException.class);
  }
}
