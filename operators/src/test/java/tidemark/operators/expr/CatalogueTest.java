package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.function.FunctionDefinition;

/** Every function says what it does, and its example is true. */
class CatalogueTest {
  static Stream<FunctionDefinition> functions() {
    return Catalogue.spark().functions().stream();
  }

  @ParameterizedTest
  @MethodSource("functions")
  void theExampleHolds(FunctionDefinition function) {
    String[] example = {function.exampleCall(), function.exampleResult()};
    assertThat(function.meaning()).endsWith(".");
    if (function.name().startsWith("current_timestamp")
        || function.name().equals("current_date")
        || function.name().equals("current_localtimestamp")) {
      assertThat(Expr.value(example[0])).isNotNull();
      return;
    }
    Object value = Expr.value("CAST(" + example[0] + " AS STRING)");
    assertThat(value == null ? "NULL" : value).as(function.example()).isEqualTo(example[1]);
  }

  @Test
  void theBatchTimeIsTheOnlyClock() {
    assertThat(Expr.value("unix_millis(current_timestamp())")).isEqualTo(1_700_000_000_123L);
    assertThat(Expr.value("CAST(current_date AS STRING)")).isEqualTo("2023-11-14");
  }

  @Test
  void namesForGuessesHoldNoSigns() {
    assertThat(Catalogue.spark().names())
        .contains("coalesce", "nvl", "mod")
        .doesNotContain("and", "+", "%");
  }
}
