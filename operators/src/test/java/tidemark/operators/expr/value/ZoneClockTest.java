package tidemark.operators.expr.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of a zone shows what the JDK says, and nothing beyond what can be told. */
class ZoneClockTest {
  private static final long HOUR = 3_600L * ZoneClock.MICROS_A_SECOND;

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "America/New_York", "+05:30", "-11:00", "UTC"})
  void showsWhatTheJdkSays(String name) {
    ZoneId zone = ZoneId.of(name);
    ZoneClock clock = ZoneClock.of(zone);
    SplittableRandom random = new SplittableRandom(name.hashCode());
    for (int i = 0; i < 10_000; i++) {
      long micros = random.nextLong(-4_000_000L * HOUR / 1000, 4_000_000L * HOUR / 1000);
      Instant instant = TimeText.instant(micros);
      LocalDateTime shown = LocalDateTime.ofInstant(instant, zone);
      assertThat(clock.local(micros)).isEqualTo(TimeText.micros(shown.toInstant(ZoneOffset.UTC)));
      long back = clock.instant(clock.local(micros));
      assertThat(back).isEqualTo(TimeText.micros(shown.atZone(zone).toInstant()));
    }
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
