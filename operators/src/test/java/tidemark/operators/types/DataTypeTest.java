package tidemark.operators.types;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.diagnostics.TextPlace;

final class DataTypeTest {
  private static DataType type(String ddl) {
    TextPlace place = TextPlace.at(Span.ofFile("p.yaml"));
    return Ddl.parse(ddl, place, new Diagnostics()).orElseThrow().type();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timestamp",
        "array<timestamp>",
        "map<string, timestamp>",
        "map<timestamp, string>",
        "struct<a: int, b: array<struct<t: timestamp>>>"
      })
  void aTypeHoldsItselfAndWhatItsPartsAreOf(String ddl) {
    assertThat(type(ddl).holds(SimpleType.TIMESTAMP)).isTrue();
    assertThat(type(ddl).holds(SimpleType.DATE)).isFalse();
    assertThat(type(ddl).holds(type(ddl))).isTrue();
  }
}
