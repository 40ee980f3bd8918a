package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.types.Schema;

/** Kernels compute, and fail, only for the rows that reach them. */
class SelectionTest {
  private static final Schema SCHEMA =
      Expr.schema("a int", "l bigint", "s string", "m decimal(4,2)");

  /** Row 1 fails everywhere: zero, overflow, no number. Rows 0 and 3 are fine, row 2 is null. */
  private static final Batch BATCH =
      Expr.batch(
          SCHEMA,
          List.of(
              Expr.row(2, 10L, "5", "1.50"),
              Expr.row(0, Long.MAX_VALUE, "x", "99.99"),
              Expr.row(null, null, null, null),
              Expr.row(4, 20L, " 7 ", "2.00")));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 / a",
        "1 DIV a",
        "10 % a",
        "l + 1",
        "l * 2",
        "l + l",
        "CAST(s AS int)",
        "s > 5",
        "CAST(m + 1 AS decimal(4,2))",
        "CAST(l AS int)",
        "element_at(array(1), a - 1 + 1 - a + 1) + CAST(s AS int)",
        "to_date(concat('2024-01-0', trim(s)))",
        "CASE WHEN a IS NULL THEN 0 ELSE 1 / a END",
        "coalesce(NULL, 1 / a)",
        "array(1 / a)[0]",
      })
  void onlySelectedRowsMayFail(String text) {
    assertThat(Expr.values(text, BATCH, Selection.of(new int[] {0, 2, 3}, 3))).hasSize(3);
    assertThatThrownBy(() -> Expr.values(text, BATCH, Selection.all(4)))
        .isInstanceOfSatisfying(
            Failure.class,
            f -> {
              assertThat(f.code()).isEqualTo(Code.TM610);
              assertThat(f.wayOut()).isNotEmpty();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a = 0 OR 10 / a > 1",
        "a <> 0 AND 10 / a > 1",
        "CASE WHEN a = 0 THEN -1 ELSE 10 / a END",
        "if(a = 0, NULL, 10 / a)",
        "coalesce(if(a = 0, 1.0D, NULL), 10 / a)",
        "10 / nullif(a, 0)",
        "try_divide(10, a)",
        "try_add(l, 1)",
        "TRY_CAST(s AS int)",
        "try_multiply(l, l)",
        "NOT (a = 0 OR 10 / a > 1)",
      })
  void guardedErrorsDoNotHappen(String text) {
    assertThat(Expr.values(text, BATCH, Selection.all(4))).hasSize(4);
  }

  @Test
  void triedOperationsAreNullOnlyWhereTheyFail() {
    assertThat(Expr.values("try_add(l, 1)", BATCH, Selection.all(4)))
        .containsExactly(11L, null, null, 21L);
    assertThat(Expr.values("try_divide(10, a)", BATCH, Selection.all(4)))
        .containsExactly(5.0, null, null, 2.5);
    assertThat(Expr.values("TRY_CAST(s AS int)", BATCH, Selection.all(4)))
        .containsExactly(5L, null, null, 7L);
  }

  @Test
  void failuresNameTheValueAndTheWayOut() {
    assertThatThrownBy(() -> Expr.values("CAST(s AS int)", BATCH, Selection.all(4)))
        .hasMessage("the string value 'x' cannot be cast to int");
    assertThatThrownBy(() -> Expr.values("l * 2", BATCH, Selection.all(4)))
        .hasMessage("9223372036854775807 * 2 overflows the type bigint");
    assertThatThrownBy(() -> Expr.values("1 DIV a", BATCH, Selection.all(4)))
        .hasMessage("division by zero in `1 DIV 0`");
  }

  @Test
  void filtersKeepTrueRowsOnlyAndChainWithoutTouchingDroppedOnes() {
    Expression condition = Expr.compile("a > 0 AND 10 / a >= 2 AND l < 100", SCHEMA);
    Selection kept =
        Evaluators.bindFilter(condition, SCHEMA, new EvaluationContext(Expr.UTC, 0))
            .keep(BATCH, Selection.all(4));
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < kept.count(); i++) {
      rows.add(kept.row(i));
    }
    assertThat(rows).containsExactly(0, 3);
  }

  @Test
  void anEmptySelectionComputesNothing() {
    assertThat(Expr.values("1 / a", BATCH, Selection.of(new int[0], 0))).isEmpty();
  }
}
