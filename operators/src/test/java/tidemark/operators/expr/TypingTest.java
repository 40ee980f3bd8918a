package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.types.Schema;

/** Types of operators over columns, and what is said where they do not fit. */
class TypingTest {
  private static final Schema ALL =
      Expr.schema(
          "t tinyint",
          "s smallint",
          "i int",
          "l bigint",
          "f float",
          "d double",
          "m decimal(10,2)",
          "w decimal(38,10)",
          "x string",
          "b boolean",
          "day date",
          "ts timestamp",
          "ntz timestamp_ntz",
          "bin binary",
          "arr array<int>",
          "mp map<string,int>",
          "st struct<a: int, b: string>",
          "nn int not null");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t + t | tinyint",
        "t + s | smallint",
        "i + l | bigint",
        "i + f | double",
        "f + f | float",
        "f + d | double",
        "i / i | double",
        "f / f | double",
        "i DIV i | bigint",
        "i % l | bigint",
        "m + m | decimal(11,2)",
        "m * m | decimal(21,4)",
        "m / m | decimal(23,13)",
        "m % m | decimal(10,2)",
        "m + i | decimal(13,2)",
        "m + 1 | decimal(11,2)",
        "m * 2 | decimal(12,2)",
        "m + l | decimal(23,2)",
        "m + d | double",
        "w * w | decimal(38,6)",
        "w + m | decimal(38,9)",
        "w / m | decimal(38,8)",
        "x + i | bigint",
        "x + d | double",
        "x * m | double",
        "i = x | boolean",
        "day = ts | boolean",
        "day + i | date",
        "day - day | interval day to second",
        "day + INTERVAL 1 DAY | date",
        "day + INTERVAL 1 HOUR | timestamp",
        "ts + INTERVAL 1 MONTH | timestamp",
        "ts - ts | interval day to second",
        "ntz + INTERVAL 1 DAY | timestamp_ntz",
        "INTERVAL 1 DAY * 2 | interval day to second",
        "-t | tinyint",
        "-m | decimal(10,2)",
        "t & l | bigint",
        "t << 1 | int",
        "concat(x, i) | string",
        "concat(bin, bin) | binary",
        "arr[0] | int",
        "mp['a'] | int",
        "mp.a | int",
        "st.a | int",
        "ST.B | string",
        "coalesce(i, l) | bigint",
        "coalesce(i, m) | decimal(12,2)",
        "CASE WHEN b THEN i ELSE d END | double",
        "if(b, day, ts) | timestamp",
        "greatest(i, l) | bigint",
        "array(i, l) | array<bigint>",
        "map(x, i) | map<string,int>",
        "struct(i, x AS y) | struct<i: int, y: string>",
        "round(m, 1) | decimal(10,1)",
        "round(m) | decimal(9,0)",
        "round(i, 2) | int",
        "ceil(d) | bigint",
        "ceil(m) | decimal(9,0)",
        "length(x) | int",
        "split(x, ',') | array<string>",
        "unix_millis(ts) | bigint",
        "i::string | string",
        "TRY_CAST(x AS decimal(5,2)) | decimal(5,2)",
        "1.5 | decimal(2,1)",
        "1e3 | double",
        "2147483648 | bigint",
        "9223372036854775808 | decimal(19,0)",
      })
  void resultTypesFollowSpark(String text, String type) {
    assertThat(Expr.compile(text, ALL).type().ddl().replace(" not null", "")).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "i + nn | true",
        "nn + 1 | false",
        "i IS NULL | false",
        "coalesce(i, 1) | false",
        "i <=> nn | false",
        "TRY_CAST(nn AS tinyint) | true",
        "CASE WHEN b THEN 1 END | true",
        "arr[0] | true",
        "array(i) | false",
      })
  void nullabilityIsKnown(String text, boolean nullable) {
    assertThat(Expr.compile(text, ALL).nullable()).isEqualTo(nullable);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b + 1 | TM305 | 0 | 5 | boolean and int",
        "1 + (b * 2) | TM305 | 5 | 5 | boolean and int",
        "arr = 1 | TM305 | 0 | 7 | array<int> and int",
        "ts + 5 | TM305 | 0 | 6 | timestamp and int",
        "i AND b | TM305 | 0 | 7 | int and boolean",
        "-b | TM305 | 0 | 2 | boolean",
        "mp = mp | TM305 | 0 | 7 | map<string,int>",
        "CAST(day AS int) | TM305 | 0 | 16 | date cannot be cast to int",
        "CASE WHEN i THEN 1 END | TM310 | 10 | 1 | int",
        "CASE WHEN b THEN 1 ELSE arr END | TM305 | 0 | 31 | int, array<int>",
        "st.c | TM304 | 3 | 1 | field `c` does not exist",
        "i.c | TM305 | 2 | 1 | int",
        "upper() | TM306 | 0 | 7 | no arguments",
        "round(x, x) | TM306 | 0 | 11 | (string, string)",
        "foo(i) | TM303 | 0 | 3 | function `foo` does not exist",
        "rand() | TM311 | 0 | 4 | run again",
        "explode(arr) | TM312 | 0 | 7 | several rows",
        "row_number() OVER (PARTITION BY i ORDER BY ts) | TM312 | 13 | 33 | OVER",
        "CAST(i AS foo) | TM302 | 10 | 3 | foo",
        "CAST(i AS decimal(40,2)) | TM302 | 10 | 13 | 1 to 38, not 40",
        "1 / 0 | TM309 | 0 | 5 | division by zero",
        "i + CAST('x' AS int) | TM309 | 4 | 16 | 'x'",
        "DATE '2024-13-01' | TM309 | 0 | 17 | 2024-13-01",
        "i / 0 | TM309 | 4 | 1 | division by zero",
        "i % (2 - 2) | TM309 | 5 | 5 | division by zero",
        "date_format(ts, 'YYYY-MM') | TM309 | 16 | 9 | `YYYY` is not supported in patterns",
        "to_date(x, 'EEE dd') | TM309 | 11 | 8 | `EEE` is not supported in patterns",
        "x NOT RLIKE '[' | TM309 | 12 | 3 | no regular expression",
        "from_utc_timestamp(ts, 'Mars/Base') | TM309 | 23 | 11 | Mars/Base",
        "i = 'x' | TM309 | 4 | 3 | the string value 'x' cannot be cast to bigint",
        "try_cast(1 / 0 AS string) | TM309 | 9 | 5 | division by zero",
        "i BETWEEN 1 AND 'x' | TM309 | 16 | 3 | 'x'",
        "day IN ('2024-01-01', '2024-13-01') | TM309 | 22 | 12 | 2024-13-01",
        "b AND CAST('x' AS int) > 1 | TM309 | 6 | 16 | 'x'",
        "300Y | TM309 | 0 | 4 | tinyint",
        "abs(e -> e + 1) | TM306 | 4 | 10 | does not take a function of 1 here",
        "INTERVAL 1 YEAR 1 DAY | TM312 | 0 | 21 | months",
      })
  void whatDoesNotFitIsSaidWithPlaceAndTypes(
      String text, Code code, int offset, int length, String words) {
    List<Expr.Mistake> mistakes = Expr.mistakes(text, ALL);
    assertThat(mistakes).hasSize(1);
    assertThat(mistakes.get(0).code()).isEqualTo(code);
    assertThat(mistakes.get(0).message()).contains(words);
    assertThat(mistakes.get(0).place()).isEqualTo(new Place(offset, length));
  }

  @Test
  void allMistakesAreReportedAtOnce() {
    List<Expr.Mistake> mistakes = Expr.mistakes("nope + foo(nix) + upper(1, 2)", ALL);
    assertThat(mistakes)
        .extracting(Expr.Mistake::code)
        .containsExactlyInAnyOrder(Code.TM304, Code.TM304, Code.TM303, Code.TM306);
  }

  @Test
  void aMisspeltFunctionIsGuessedAndItsSignatureShown() {
    assertThat(Expr.mistakes("subtring(x, 1)", ALL).get(0).hint())
        .isEqualTo("did you mean `substring`?");
    assertThat(Expr.mistakes("substring(arr, 1)", ALL).get(0))
        .isEqualTo(
            new Expr.Mistake(
                Code.TM306,
                new Place(0, 17),
                "`substring` does not take (array<int>, int)",
                "the function is substring(text, position [, length])"));
  }

  @Test
  void constantsThatMayNeverBeReachedDoNotFailAtCompileTime() {
    assertThat(Expr.mistakes("CASE WHEN i = 0 THEN 0 ELSE 1 / 0 END", ALL)).isEmpty();
    assertThat(Expr.mistakes("if(b, 1 / 0, 1)", ALL)).isEmpty();
    assertThat(Expr.mistakes("coalesce(i, 1 / 0)", ALL)).isEmpty();
    assertThat(Expr.mistakes("if(b, i / 0, 1)", ALL)).isEmpty();
    assertThat(Expr.mistakes("coalesce(day, '2024-13-01')", ALL)).isEmpty();
    assertThat(Expr.mistakes("try_divide(i, 0)", ALL)).isEmpty();
    assertThat(Expr.mistakes("try_cast('x' AS int)", ALL)).isEmpty();
    assertThat(Expr.mistakes("false AND 1 / 0 > 1", ALL)).isEmpty();
    assertThat(Expr.mistakes("i <> 0 AND i / 0 > 1", ALL)).isEmpty();
  }

  @Test
  void aConstantBehindAndIsComputedBeforeTheFirstRow() {
    assertThat(Expr.mistakes("b AND 1 / 0 > 1", ALL)).hasSize(1);
    assertThat(Expr.mistakes("1 / 0 > 1 AND b", ALL)).hasSize(1);
  }

  @Test
  void placesCountCodePoints() {
    assertThat(Expr.mistakes("'😀' || nope", ALL).get(0).place()).isEqualTo(new Place(7, 4));
  }
}
