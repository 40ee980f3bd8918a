package tidemark.operators.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class NearestTest {
  @Test
  void aSlipOfTheFingersIsFound() {
    List<String> words = List.of("column", "delay", "delimiter");
    assertThat(Nearest.of("dellay", words)).contains("delay");
    assertThat(Nearest.of("dealy", words)).contains("delay");
    assertThat(Nearest.of("Column", words)).contains("column");
  }

  @Test
  void aWordThatIsFarFromAllIsNotGuessed() {
    assertThat(Nearest.of("x", List.of("column", "y"))).isEmpty();
    assertThat(Nearest.of("banana", List.of("column", "delay"))).isEmpty();
    assertThat(Nearest.of("", List.of("a"))).isEmpty();
  }
}
