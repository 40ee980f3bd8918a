package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.function.FunctionDefinition;
import tidemark.operators.types.Schema;

/**
 * Whatever text stands where an expression should, compiling gives an expression or mistakes that
 * lie inside the text, and computing gives a value or a failure with a way out.
 */
class ExpressionFuzzTest {
  private static final int ROUNDS = 3_000 * Integer.getInteger("tidemark.fuzz", 1);

  private static final String[] PIECES = {
    "i",
    "d",
    "s",
    "b",
    "ts",
    "day",
    "arr",
    "m",
    "st",
    "st.a",
    "arr[0]",
    "m['k']",
    "1",
    "0",
    "-1",
    "2.5",
    "1e3",
    "9L",
    "0.1BD",
    "'a'",
    "''",
    "'2024-02-30'",
    "\"q\"",
    "`i`",
    "null",
    "true",
    "+",
    "-",
    "*",
    "/",
    "%",
    "||",
    "=",
    "<=>",
    "<>",
    "<",
    ">=",
    "AND",
    "OR",
    "NOT",
    "!",
    "IN",
    "(",
    ")",
    ",",
    "LIKE",
    "RLIKE",
    "BETWEEN",
    "IS",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "CAST(",
    "AS",
    "int",
    "decimal(4,2)",
    "array<int>",
    "INTERVAL",
    "DAY",
    "->",
    "x",
    "x -> x + 1",
    "[",
    "]",
    ".",
    ":",
    "?",
    "#",
    "@",
    "\\",
    "\u00e9",
    "\ud83d\ude00",
    "--",
    "/*",
    "*/",
    ";",
    "~",
    "&",
    "|",
    "^",
    "OVER",
    "DISTINCT",
    "FILTER",
    "DATE '2024-01-01'",
    "TIMESTAMP",
    "X'0G'"
  };

  private final long seed = Long.getLong("tidemark.seed", 77_001L);
  private final Random random = new Random(seed);
  private final List<String> calls = calls();

  private static List<String> calls() {
    List<String> calls = new ArrayList<>();
    for (FunctionDefinition function : Catalogue.spark().functions()) {
      if (!function.example().isEmpty()) {
        calls.add(function.exampleCall());
      }
    }
    return calls;
  }

  @Test
  void noTextStopsTheCompilerAndNoRowTheComputation() {
    Schema schema =
        Expr.schema(
            "i int",
            "d double",
            "s string",
            "b boolean",
            "ts timestamp",
            "day date",
            "arr array<int>");
    Batch batch =
        Expr.batch(
            schema,
            List.of(
                Arrays.asList(1, 0.5, "a", true, null, null, null),
                Arrays.asList(null, null, null, null, null, null, null)));
    int compiled = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String text = text();
      String why = "seed %d, round %d: %s".formatted(seed, round, text);
      try {
        compiled += compute(text, batch, why) ? 1 : 0;
      } catch (RuntimeException | StackOverflowError thrown) {
        throw new AssertionError(why, thrown);
      }
    }
    assertThat(compiled).isGreaterThan(ROUNDS / 50);
  }

  private static boolean compute(String text, Batch batch, String why) {
    Expr.Mistakes mistakes = new Expr.Mistakes();
    Optional<Expression> expression =
        new ExpressionCompiler(Expr.UTC, AggregateResolver.NONE)
            .row(text, Scope.of(batch.schema()), mistakes);
    int length = text.codePointCount(0, text.length());
    assertThat(expression.isPresent()).as(why).isEqualTo(mistakes.all.isEmpty());
    for (Expr.Mistake mistake : mistakes.all) {
      assertThat(mistake.place().offset()).as(why).isBetween(0, length);
      assertThat(mistake.message()).as(why).isNotBlank();
    }
    if (expression.isEmpty()) {
      return false;
    }
    try {
      int rows =
          Evaluators.bind(expression.get(), batch.schema(), new EvaluationContext(Expr.UTC, 0))
              .evaluate(batch, batch.selection())
              .size();
      assertThat(rows).as(why).isEqualTo(batch.size());
    } catch (Failure failure) {
      assertThat(failure.wayOut()).as(why).isNotBlank();
    }
    return true;
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    if (random.nextInt(3) > 0) {
      text.append(calls.get(random.nextInt(calls.size())));
    }
    for (int i = random.nextInt(text.isEmpty() ? 9 : 3); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(4)));
        case 1 -> text.insert(at, piece());
        default -> text.append(' ').append(piece());
      }
    }
    return text.toString();
  }

  private String piece() {
    return random.nextInt(6) == 0
        ? calls.get(random.nextInt(calls.size()))
        : PIECES[random.nextInt(PIECES.length)];
  }
}
