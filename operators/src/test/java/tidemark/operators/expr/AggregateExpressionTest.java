package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.expr.compile.Grouping;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Expressions over aggregates: calls, keys, and what may not stand there. */
class AggregateExpressionTest {
  private static final Schema SCHEMA =
      Expr.schema("k string", "v int", "w double", "ok boolean", "p struct<x: int>");
  private static final ExpressionCompiler COMPILER =
      new ExpressionCompiler(Expr.UTC, new AggregateCatalogue());

  private static Grouping grouping() {
    Map<String, Expression> keys = new LinkedHashMap<>();
    keys.put("window_start", new ColumnReference("window_start", SimpleType.TIMESTAMP, false));
    keys.put("k", Expr.compile("k", SCHEMA));
    keys.put("u", Expr.compile("upper(k)", SCHEMA));
    keys.put("x", Expr.compile("p.x", SCHEMA));
    return new Grouping(keys);
  }

  private static AggregateExpression compile(String text) {
    Expr.Mistakes mistakes = new Expr.Mistakes();
    return COMPILER
        .aggregate(text, Scope.of(SCHEMA), grouping(), mistakes)
        .orElseThrow(() -> new AssertionError(mistakes.all.toString()));
  }

  private static List<Expr.Mistake> mistakes(String text) {
    Expr.Mistakes mistakes = new Expr.Mistakes();
    boolean empty = COMPILER.aggregate(text, Scope.of(SCHEMA), grouping(), mistakes).isEmpty();
    assertThat(empty).isEqualTo(!mistakes.all.isEmpty());
    return mistakes.all;
  }

  @Test
  void anExpressionOverAggregatesSplitsIntoCallsAndAResult() {
    AggregateExpression e = compile("round(sum(v) / count(*), 2) + count(*)");
    assertThat(e.calls())
        .extracting(AggregateCall::canonical)
        .containsExactly("sum(v)", "count(*)");
    assertThat(Expressions.columns(e.result())).containsExactly("$agg0", "$agg1");
    assertThat(e.canonical()).isEqualTo("(round((sum(v) / count(*)), 2) + count(*))");
  }

  @Test
  void filtersAndDistinctBelongToTheCall() {
    AggregateExpression e = compile("count(*) FILTER (WHERE v > 1) + count(DISTINCT k)");
    assertThat(e.calls())
        .extracting(AggregateCall::canonical)
        .containsExactly("count(*) FILTER (WHERE (v > 1))", "count(DISTINCT k)");
  }

  @Test
  void keysStandByNameOrAsTheSameExpression() {
    assertThat(compile("concat(k, string(count(*)))").result().canonical())
        .isEqualTo("concat(k, CAST(`$agg0` AS string))");
    assertThat(compile("UPPER(K)").result().canonical()).isEqualTo("u");
    assertThat(compile("p.x + max(v)").result().canonical()).isEqualTo("(x + `$agg0`)");
    assertThat(compile("window_start").result().type()).isEqualTo(SimpleType.TIMESTAMP);
  }

  @Test
  void aColumnThatIsNoKeyIsRefused() {
    assertThat(mistakes("v + 1"))
        .extracting(Expr.Mistake::code, Expr.Mistake::place)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(Code.TM308, new Place(0, 1)));
    assertThat(mistakes("v + count(*)").get(0).code()).isEqualTo(Code.TM308);
  }

  @Test
  void unknownAndUnfitAggregatesAreReported() {
    assertThat(mistakes("summ(v)").get(0))
        .isEqualTo(
            new Expr.Mistake(
                Code.TM303,
                new Place(0, 4),
                "function `summ` does not exist",
                "did you mean `sum`?"));
    assertThat(mistakes("sum(ok)").get(0).code()).isEqualTo(Code.TM306);
    assertThat(mistakes("sum(nope)").get(0).code()).isEqualTo(Code.TM304);
    assertThat(mistakes("sum(count(*))").get(0).code()).isEqualTo(Code.TM307);
    assertThat(mistakes("count()").get(0).code()).isEqualTo(Code.TM306);
    assertThat(mistakes("sum(v) FILTER (WHERE v)").get(0).code()).isEqualTo(Code.TM310);
  }

  @Test
  void anOrderWithinTheGroupIsPartOfTheCall() {
    AggregateExpression e =
        compile(
            "percentile_cont(0.5) WITHIN GROUP (ORDER BY v DESC)"
                + " + mode() WITHIN GROUP (ORDER BY v) FILTER (WHERE ok)");
    assertThat(e.calls())
        .extracting(AggregateCall::canonical)
        .containsExactly(
            "percentile_cont(v, 0.5BD, TRUE)", "mode(v, TRUE, FALSE) FILTER (WHERE ok)");
    assertThat(compile("percentile_cont(v, 0.5, true)").calls()).isEqualTo(e.calls().subList(0, 1));
    assertThat(
            compile("listagg(DISTINCT k, ', ') WITHIN GROUP (ORDER BY K)")
                .calls()
                .get(0)
                .canonical())
        .isEqualTo("string_agg(DISTINCT k, ', ', FALSE)");
  }

  @Test
  void anOrderThatAFunctionDoesNotTakeIsRefused() {
    assertThat(mistakes("sum(v) WITHIN GROUP (ORDER BY v)").get(0).message())
        .isEqualTo("`sum` cannot be ordered `WITHIN GROUP`");
    assertThat(mistakes("listagg(k) WITHIN GROUP (ORDER BY v)").get(0).message())
        .isEqualTo("`listagg` can be ordered only by the column itself");
  }

  @Test
  void theWordsOfTheOrderAreNamesElsewhere() {
    Schema named = Expr.schema("order int", "group int", "within int", "by int", "asc int");
    assertThat(Expr.compile("order + `group` + group + within + by + asc", named).type())
        .isEqualTo(SimpleType.INT);
  }

  @Test
  void aggregatesAreRefusedInRowExpressions() {
    Expr.Mistakes mistakes = new Expr.Mistakes();
    assertThat(COMPILER.row("sum(v) + 1", Scope.of(SCHEMA), mistakes)).isEmpty();
    assertThat(mistakes.all.get(0).code()).isEqualTo(Code.TM307);
    assertThat(mistakes.all.get(0).place()).isEqualTo(new Place(0, 6));
  }
}
