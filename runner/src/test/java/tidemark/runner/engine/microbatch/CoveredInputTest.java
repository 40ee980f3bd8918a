package tidemark.runner.engine.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.runner.engine.microbatch.CoveredInput.Position;

class CoveredInputTest {
  @Test
  void whatATargetKeepsIsReadAsItWas() {
    CoveredInput covered =
        new CoveredInput(
            Map.of(
                "events", new Position("file \"ü\"/in", Map.of("YQ==", "Yg==", "Yw==", "")),
                "none", new Position("kafka t", Map.of())));
    assertThat(CoveredInput.parse(covered.json())).isEqualTo(covered);
  }

  @Test
  void textIsTheSameHoweverItsPartsCame() {
    assertThat(new CoveredInput(Map.of("b", new Position("2", Map.of()), "a", position())).json())
        .isEqualTo(
            "{\"sources\":{\"a\":{\"identity\":\"1\",\"progress\":{\"YQ==\":\"Yg==\"}},"
                + "\"b\":{\"identity\":\"2\",\"progress\":{}}}}");
  }

  private static Position position() {
    return new Position("1", Map.of("YQ==", "Yg=="));
  }

  @Test
  void membersOfLaterReleasesAreLeftAlone() {
    assertThat(
            CoveredInput.parse(
                "{\"more\":[1],\"sources\":{\"a\":{\"since\":3,\"identity\":\"1\","
                    + "\"progress\":{\"YQ==\":\"Yg==\"}}}}"))
        .isEqualTo(new CoveredInput(Map.of("a", position())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"sources\":3}"})
  void anythingElseIsToldFromIt(String text) {
    assertThatThrownBy(() -> CoveredInput.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
