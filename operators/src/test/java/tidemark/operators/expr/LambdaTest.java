package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

/** Functions written in place, over the rows of a batch. */
class LambdaTest {
  private static final Schema SCHEMA = Expr.schema("a array<int>", "n int", "x int", "_x1 int");

  private static Batch batch() {
    return Expr.batch(
        SCHEMA,
        List.of(
            Expr.row(List.of(1, 2, 3), 10, 100, 1),
            Expr.row(List.of(0), 20, 200, 2),
            Expr.row(null, 30, 300, 3),
            Expr.row(List.of(), 40, 400, 4),
            Expr.row(List.of(5, 7), 50, 500, 5)));
  }

  private static List<Object> values(String text, int... rows) {
    Batch batch = batch();
    return Expr.values(
        text, batch, rows.length == 0 ? Selection.all(5) : Selection.of(rows, rows.length));
  }

  private static String canonical(String text) {
    return Expr.compile(text, SCHEMA).canonical();
  }

  @Test
  void aBodyReadsTheColumnsOfItsRow() {
    assertThat(values("transform(a, e -> e + n)"))
        .isEqualTo(
            Expr.row(List.of(11L, 12L, 13L), List.of(20L), null, List.of(), List.of(55L, 57L)));
    assertThat(values("aggregate(a, n, (s, e) -> s + e)"))
        .isEqualTo(Expr.row(16L, 20L, null, 40L, 62L));
    assertThat(values("filter(a, e -> e * 10 > n)"))
        .isEqualTo(Expr.row(List.of(2L, 3L), List.of(), null, List.of(), List.of(7L)));
  }

  @Test
  void aParameterHidesTheColumnOfItsName() {
    assertThat(values("transform(a, x -> x)", 0)).isEqualTo(Expr.row(List.of(1L, 2L, 3L)));
    assertThat(values("transform(a, e -> x)", 1)).isEqualTo(Expr.row(List.of(200L)));
    assertThat(values("transform(a, e -> transform(a, x -> x * e)[0])", 0))
        .isEqualTo(Expr.row(List.of(1L, 2L, 3L)));
  }

  @Test
  void aColumnNamedLikeACanonicalParameterKeepsItsValue() {
    assertThat(values("transform(a, e -> e + _x1)", 4)).isEqualTo(Expr.row(List.of(10L, 12L)));
    String text = canonical("transform(a, e -> e + _x1)");
    assertThat(Expr.compile(text, SCHEMA).canonical()).isEqualTo(text);
    assertThat(values(text, 4)).isEqualTo(Expr.row(List.of(10L, 12L)));
  }

  @Test
  void namesOfParametersDoNotMatter() {
    assertThat(canonical("transform(a, e -> e + n)"))
        .isEqualTo(canonical("transform(a, other -> other + N)"));
  }

  @Test
  void onlySelectedRowsAreComputed() {
    assertThat(values("transform(a, e -> 10 / e)", 0, 4)).hasSize(2);
    assertThatThrownBy(() -> values("transform(a, e -> 10 / e)"))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM610));
  }

  @Test
  void longArraysAreComputedInParts() {
    List<Object> elements = new ArrayList<>();
    List<Object> squares = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      elements.add(i);
      squares.add((long) i + 7);
    }
    Batch batch = Expr.batch(SCHEMA, List.of(Expr.row(elements, 7, 0, 0)));
    assertThat(Expr.values("transform(a, e -> e + n)", batch, Selection.all(1)).get(0))
        .isEqualTo(squares);
  }

  @Test
  void theColumnsABodyReadsAreKnown() {
    assertThat(Expressions.columns(Expr.compile("transform(a, e -> e + n)", SCHEMA)))
        .containsExactly("a", "n");
  }

  @Test
  void whatMayNotStandThereIsSaid() {
    assertThat(Expr.mistakes("transform(a, (p, q, r) -> p)", SCHEMA).toString())
        .contains("`transform` does not take a function of 3 here");
    assertThat(Expr.mistakes("upper(e -> e)", SCHEMA).toString())
        .contains("`upper` does not take a function of 1 here");
    assertThat(Expr.mistakes("transform(a, (p, P) -> p)", SCHEMA).toString())
        .contains("two parameters are named `p`");
    assertThat(Expr.mistakes("transform(a, e -> nothing + e)", SCHEMA).toString())
        .contains("column `nothing` does not exist");
    assertThat(Expr.mistakes("filter(a, e -> e + 1)", SCHEMA).toString())
        .contains("the function must give boolean");
    assertThat(Expr.mistakes("aggregate(a, 0L, (s, e) -> 'x')", SCHEMA).toString())
        .contains("the start is bigint, but the function gives string; cast the start");
  }
}
