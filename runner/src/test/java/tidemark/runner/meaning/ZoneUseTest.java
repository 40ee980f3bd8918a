package tidemark.runner.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.expr.AggregateResolver;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * What depends on the pipeline's zone is known to: what gives other values in another zone does.
 */
class ZoneUseTest {
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final ZoneId ELSEWHERE = ZoneId.of("America/New_York");
  private static final Schema NONE = new Schema(List.of());

  static Stream<String> examples() {
    return Catalogue.spark().functions().stream().map(f -> f.exampleCall());
  }

  @ParameterizedTest
  @MethodSource("examples")
  @ValueSource(
      strings = {
        "DATE '2024-07-01' = TIMESTAMP '2024-07-01 00:00:00'",
        "CAST(TIMESTAMP '2024-07-01 00:00:00' AS STRING)",
        "CAST(array(TIMESTAMP '2024-07-01 00:00:00') AS ARRAY<STRING>)",
        "CAST('2024-07-01' AS TIMESTAMP)",
        "TIMESTAMP '2024-03-09 22:00:00' + INTERVAL 1 DAY",
        "TIMESTAMP '2024-02-10 22:00:00' + INTERVAL 1 MONTH",
        "make_timestamp(2024, 5, 6, 7, 8, 9)",
        "make_timestamp(2024, 5, 6, 7, 8, 9.5)",
        "convert_timezone('Asia/Tokyo', TIMESTAMP_NTZ '2024-01-01 00:00:00')",
        "to_json(struct(TIMESTAMP '2024-07-01 00:00:00' AS t))",
        "to_csv(struct(TIMESTAMP '2024-07-01 00:00:00' AS t))",
        "concat('at ', TIMESTAMP '2024-07-01 00:00:00')",
        "current_timezone()",
        "from_json('{\"a\":\"2024-07-01 00:00:00\"}', 'a timestamp').a",
        "unix_timestamp('2024-07-01 00:00:00')",
        "months_between(TIMESTAMP '2024-03-31 02:00:00', TIMESTAMP '2024-02-29 03:00:00')",
        "sequence(TIMESTAMP '2024-03-08 22:00:00', TIMESTAMP '2024-03-12 22:00:00', INTERVAL 1 DAY)[2]",
        "add_months(TIMESTAMP '2024-02-10 22:00:00', 1)",
        "date_format(TIMESTAMP '2024-02-10 22:00:00', 'HH')",
        "date_trunc('DAY', TIMESTAMP '2024-02-10 22:00:00')",
        "weekofyear(TIMESTAMP '2024-07-01 00:00:00')",
        "EXTRACT(DOW FROM TIMESTAMP '2024-07-01 00:00:00')",
        "EXTRACT(SECOND FROM TIMESTAMP '2024-07-01 00:00:00')",
        "to_timestamp('01.07.2024', 'dd.MM.yyyy')",
        "to_char(TIMESTAMP '2024-07-01 00:00:00', 'HH')",
        "hash(to_date(TIMESTAMP '2024-07-01 00:00:00'))",
        "transform(array(TIMESTAMP '2024-07-01 00:00:00'), t -> hour(t))",
        "TIMESTAMP '2024-07-01 00:00:00' - DATE '2024-07-01'",
        "try_cast('2024-07-01' AS TIMESTAMP)",
        "to_json(map('t', TIMESTAMP '2024-07-01 00:00:00'))",
        "TIMESTAMP_NTZ '2024-07-01 00:00:00' < TIMESTAMP '2024-07-01 00:00:00'",
        "date_diff(DATE '2024-07-01', TIMESTAMP '2024-06-01 00:00:00')",
      })
  void whatChangesWithTheZoneIsKnown(String text) {
    Expression expression = compiled(text);
    String here = value(expression, UTC);
    String there = value(expression, ELSEWHERE);
    if (!here.equals(there)) {
      assertThat(ZoneUse.isIn(expression)).as("%s: %s, %s", text, here, there).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from_utc_timestamp(TIMESTAMP '2024-01-01 00:00:00', 'Asia/Tokyo')",
        "make_timestamp(2024, 5, 6, 7, 8, 9, 'Asia/Tokyo')",
        "unix_timestamp(TIMESTAMP '2024-01-01 00:00:00')",
        "TIMESTAMP '2024-01-01 00:00:00' + INTERVAL 1 HOUR",
        "element_at(map('a', TIMESTAMP '2024-01-01 00:00:00'), 'a')",
        "named_struct('t', TIMESTAMP '2024-01-01 00:00:00', 's', 'a').s",
        "concat('a', CAST(1 AS STRING))"
      })
  void whatHasNoZoneOfThePipelineIsNotTakenToDependOnIt(String text) {
    assertThat(ZoneUse.isIn(compiled(text))).isFalse();
  }

  private static Expression compiled(String text) {
    return new ExpressionCompiler(UTC, AggregateResolver.NONE)
        .row(
            text,
            Scope.of(NONE),
            (code, place, message, hint) -> {
              throw new AssertionError(text + ": " + message);
            })
        .orElseThrow();
  }

  private static String value(Expression expression, ZoneId zone) {
    Batch row = new Batch(NONE, new Column[0], 1);
    Column column =
        Evaluators.bind(shown(expression), NONE, new EvaluationContext(zone, 1_700_000_000_123L))
            .evaluate(row, row.selection());
    if (column.isNull(0)) {
      return "null";
    }
    BytesColumn bytes = (BytesColumn) column;
    return new String(bytes.data(), bytes.start(0), bytes.length(0), StandardCharsets.ISO_8859_1);
  }

  /** As a text that does not itself depend on the zone. */
  private static Expression shown(Expression value) {
    if (value.type() == SimpleType.STRING || value.type() == SimpleType.BINARY) {
      return value;
    }
    Expression plain =
        value.type() == SimpleType.TIMESTAMP
            ? new Call("unix_micros", List.of(value), SimpleType.BIGINT, true)
            : value;
    return new Cast(plain, SimpleType.STRING, Cast.Mode.EXPLICIT, true);
  }
}
