package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.types.Schema;

/** How names find columns, and what is identity. */
class NamesTest {
  private static final Schema LEFT = Expr.schema("id int", "a int", "Mixed int");
  private static final Schema RIGHT = Expr.schema("id int", "b string");

  private static List<Expr.Mistake> mistakes(String text, Scope scope) {
    Expr.Mistakes mistakes = new Expr.Mistakes();
    Optional<Expression> ignored =
        new ExpressionCompiler(Expr.UTC, AggregateResolver.NONE).row(text, scope, mistakes);
    assertThat(ignored.isEmpty()).isEqualTo(!mistakes.all.isEmpty());
    return mistakes.all;
  }

  @Test
  void anExactNameWinsOverAnotherCase() {
    Schema schema = Expr.schema("x int", "X string");
    assertThat(Expr.compile("X", schema).type().ddl()).isEqualTo("string");
    assertThat(Expr.compile("x", schema).type().ddl()).isEqualTo("int");
    assertThat(Expr.compile("MIXED", LEFT).canonical()).isEqualTo("Mixed");
  }

  @Test
  void severalNamesThatDifferOnlyInCaseAreAmbiguous() {
    Schema schema = Expr.schema("aB int", "Ab int");
    assertThat(mistakes("ab", Scope.of(schema)).get(0).code()).isEqualTo(Code.TM313);
  }

  @Test
  void sidesAreQualifiedUnlessTheNameIsOnOneSideOnly() {
    Scope scope = Scope.sides("left", LEFT, "right", RIGHT);
    assertThat(Expr.compile("left.id = right.id AND a > 1", scope).canonical())
        .isEqualTo("((left.id = right.id) AND (left.a > 1))");
    assertThat(mistakes("id = 1", scope))
        .containsExactly(
            new Expr.Mistake(
                Code.TM313,
                new Place(0, 2),
                "column `id` is ambiguous",
                "write `left.id` or `right.id`"));
    assertThat(scope.schema().names())
        .containsExactly("left.id", "left.a", "left.Mixed", "right.id", "right.b");
  }

  @Test
  void qualifiedColumnsOfAStateAreReachedOnlyThroughIt() {
    Scope scope = Scope.of(LEFT).withQualified("state", Expr.schema("count int"));
    assertThat(Expr.compile("state.count + a", scope).canonical()).isEqualTo("(state.count + a)");
    assertThat(mistakes("count + 1", scope).get(0).code()).isEqualTo(Code.TM304);
  }

  @Test
  void columnsAreListedAndSubstituted() {
    Expression e = Expr.compile("a + id * a", LEFT);
    assertThat(Expressions.columns(e)).containsExactly("a", "id");
    Expression pushed = Expressions.substitute(e, Map.of("a", Expr.compile("Mixed + 1", LEFT)));
    assertThat(pushed.canonical()).isEqualTo("((Mixed + 1) + (id * (Mixed + 1)))");
    assertThat(Expressions.isDeterministic(e)).isTrue();
    assertThat(Expressions.isDeterministic(Expr.compile("current_timestamp()", LEFT))).isFalse();
    assertThat(Expressions.conjuncts(Expr.compile("a = 1 AND id = 2 AND Mixed = 3", LEFT)))
        .hasSize(3);
  }

  @Test
  void theCanonicalTextDependsOnTheMeaningOnly() {
    String[][] same = {
      {"a>1 and id<2", "(A > 1) AND (Id < 2)"},
      {"nvl(a, 1)", "COALESCE(a, 1)"},
      {"a between 1 and 2", "a >= 1 AND a <= 2"},
      {"a not in (1, 2)", "NOT (a IN (1,2))"},
      {"a != 1", "a <> 1"},
      {"CAST(a AS STRING)", "a::string"},
      {"INTERVAL 60 SECONDS", "interval '1' minute"},
      {"case a when 1 then 2 end", "CASE WHEN a = 1 THEN 2 ELSE NULL END"},
      {"substr(string(a), 1)", "substring(CAST(a AS STRING), 1)"},
      {"mod(a, 2)", "a % 2"},
      {"'it''s'", "\"it's\""},
    };
    for (String[] pair : same) {
      assertThat(Expr.compile(pair[0], LEFT).canonical())
          .isEqualTo(Expr.compile(pair[1], LEFT).canonical());
    }
    assertThat(Expr.compile("a + 1", LEFT).canonical())
        .isNotEqualTo(Expr.compile("1 + a", LEFT).canonical());
  }

  @Test
  void impliedCastsAreNotPartOfTheIdentity() {
    Expression narrow = Expr.compile("v + 1", Expr.schema("v int"));
    Expression wide = Expr.compile("v + 1", Expr.schema("v bigint"));
    assertThat(narrow.canonical()).isEqualTo(wide.canonical()).isEqualTo("(v + 1)");
    assertThat(narrow.type()).isNotEqualTo(wide.type());
  }
}
