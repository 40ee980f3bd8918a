package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

/** Values that overflow, recurse too deeply or would make far too much fail as rows do. */
class UnforeseenRowsTest {
  private static final long SMALLEST = -9223372036854775807L;
  private static final Schema ROW = Expr.schema("n bigint", "i int", "s string", "d double");

  private static Failure failure(String expression, long n, int i, String s) {
    return catchThrowableOfType(
        Failure.class, () -> Expr.values(expression, ROW, List.of(List.of(n, (long) i, s, 1.0))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "convert_timezone('Asia/Tokyo', 'UTC', CAST(timestamp_micros(n) AS TIMESTAMP_NTZ))",
        "timestamp_micros(n) - timestamp'1970-01-02'",
        "CAST(timestamp_micros(n) AS TIMESTAMP_NTZ) - timestamp_ntz'1970-01-02'",
        "timestamp_micros(n) - interval 1 year",
        "date_add(date'2024-01-01', i) - date'1970-01-01'",
        "CAST(date_add(date'2024-01-01', i) AS TIMESTAMP)",
        "regexp_extract(repeat(s, 20000), '(a| |b)*x', 1)",
        "regexp_replace(repeat(s, 20000), '(a| |b)*x', '')",
        "repeat(s, 20000) rlike '(a| |b)*x'",
      })
  void whatOverflowsIsAFailureOfItsRow(String expression) {
    assertThat(failure(expression, SMALLEST, Integer.MAX_VALUE - 20_000, "ab"))
        .as(expression)
        .isNotNull()
        .extracting(Failure::code)
        .isEqualTo(Code.TM610);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "array_repeat(s, i)",
        "array_repeat(s, 10000001)",
        "array_insert(array(s), i, 'x')",
        "array_insert(array(s), -i - 1, 'x')",
        "space(i)",
        "lpad(s, i)",
        "rpad(s, i, 'ab')",
        "repeat(s, 2000000000)",
        "format_number(n, i)",
      })
  void whatWouldMakeFarTooMuchIsAFailureOfItsRow(String expression) {
    assertThat(failure(expression, 1, Integer.MAX_VALUE, "ab"))
        .as(expression)
        .isNotNull()
        .extracting(Failure::getMessage)
        .asString()
        .contains("at most");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%1000000000d",
        "%2$.1000000000f",
        "%1$1000000000d",
        "%d %-99999999s",
        "%08d%099999999d"
      })
  void aFormatThatWouldMakeFarTooMuchIsAFailureOfItsRow(String format) {
    assertThat(failure("format_string(s, n, d)", 1, 1, format))
        .isNotNull()
        .extracting(Failure::getMessage)
        .asString()
        .contains("at most");
  }

  @Test
  void whatStaysSmallIsComputed() {
    List<Object> row = List.of(1L, 2L, "ab", 1.5);
    assertThat(
            Expr.values(
                "array(repeat(s, 0), lpad(s, -5), lpad(s, 2147483647, ''), space(-2147483648),"
                    + " format_string('12345678 %s', s), format_string('%1$3d', n))",
                ROW, List.of(row)))
        .isEqualTo(List.of(List.of("", "", "ab", "", "12345678 ab", "  1")));
    assertThat(Expr.values("size(array_repeat(s, -3))", ROW, List.of(row))).isEqualTo(List.of(0L));
  }

  @Test
  void tryingGivesNull() {
    assertThat(
            Expr.values(
                "try_subtract(timestamp_micros(n), interval 1 day)",
                ROW,
                List.of(List.of(SMALLEST, 1L, "a", 1.0))))
        .containsOnlyNulls();
  }
}
