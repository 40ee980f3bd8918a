package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

class FirstStepsTest {
  private static final Schema SCHEMA = Expr.schema("a bigint", "b int", "bytes bigint", "s string");

  @Test
  void columnsLiteralsAndOperatorsAreComputedForEveryRow() {
    List<List<Object>> rows =
        List.of(Expr.row(1, 2, 3, "x"), Expr.row(null, 2, 3, "x"), Expr.row(10, 20, 3, "y"));
    assertThat(Expr.values("a * 2 + b", SCHEMA, rows)).containsExactly(4L, null, 40L);
    assertThat(Expr.values("a >= 10 OR s = 'x'", SCHEMA, rows)).containsExactly(true, true, true);
    assertThat(Expr.values("NOT (a > 1)", SCHEMA, rows)).containsExactly(true, null, false);
    assertThat(Expr.values("CASE WHEN a > 5 THEN b ELSE -1 END", SCHEMA, rows))
        .containsExactly(-1L, -1L, 20L);
  }

  @Test
  void anUnknownColumnIsReportedWithItsPlaceAndANearName() {
    List<Expr.Mistake> mistakes = Expr.mistakes("a + byts", SCHEMA);
    assertThat(mistakes)
        .containsExactly(
            new Expr.Mistake(
                Code.TM304,
                new Place(4, 4),
                "column `byts` does not exist",
                "did you mean `bytes` (bigint)?"));
  }

  @Test
  void aSyntaxErrorIsReportedWhereItStands() {
    List<Expr.Mistake> mistakes = Expr.mistakes("a > > 1", SCHEMA);
    assertThat(mistakes).hasSize(1);
    assertThat(mistakes.get(0).code()).isEqualTo(Code.TM301);
    assertThat(mistakes.get(0).place()).isEqualTo(new Place(4, 1));
  }

  @Test
  void overflowNamesTheValuesAndTheWayOut() {
    assertThatThrownBy(
            () -> Expr.values("a + 1", SCHEMA, List.of(Expr.row(Long.MAX_VALUE, 1, 1, ""))))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("9223372036854775807 + 1");
  }

  @Test
  void canonicalTextDoesNotDependOnSpelling() {
    assertThat(Expr.compile("A+  b*2", SCHEMA).canonical())
        .isEqualTo(Expr.compile("(a + (b * 2))", SCHEMA).canonical())
        .isEqualTo("(a + (b * 2))");
  }
}
