package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.runner.meaning.OperatorText;

class StoredPlanTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tumbling 1 minute",
        "tumbling 1 hour 30 minutes offset 15 minutes",
        "tumbling 1 day offset -2 hours",
        "sliding 10 minutes every 5 minutes",
        "sliding 10 minutes every 5 minutes offset 1 second 500 milliseconds",
        "session 30 minutes"
      })
  void windowIsReadBackAsItWasWritten(String text) {
    assertThat(OperatorText.window(StoredPlan.window(text).spec())).isEqualTo(text);
  }

  @Test
  void documentOfAnotherShapeIsNotGuessedAt() {
    assertThat(StoredPlan.of("{\"format\": 2}")).isEmpty();
    assertThat(StoredPlan.of("[]")).isEmpty();
    assertThat(
            StoredPlan.of(
                """
                {"output_mode": "append", "watermark_policy": "min",
                 "nodes": {"w": {"operator": "watermark", "column": "ts", "delay": "long"}}}
                """))
        .isEmpty();
  }
}
