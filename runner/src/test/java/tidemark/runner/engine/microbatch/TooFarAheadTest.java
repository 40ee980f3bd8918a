package tidemark.runner.engine.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TooFarAheadTest {
  private static String told(long seconds) {
    TooFarAhead found = new TooFarAhead();
    found.add("a", "in/1.ndjson", 1, seconds * 1_000_000);
    return found.notices(0).get("a").message();
  }

  @Test
  void millisecondsThatWereReadAsSecondsAreTold() {
    assertThat(told(1_767_225_600_123L))
        .endsWith(
            "look into `in/1.ndjson`, or declare `timestamp_format: epoch_millis` if its numbers"
                + " are in that unit");
  }

  @Test
  void anotherTimeIsThoughtToBeWrong() {
    assertThat(told(Instant.parse("2099-01-01T00:00:00Z").getEpochSecond()))
        .endsWith("look into `in/1.ndjson`");
  }
}
