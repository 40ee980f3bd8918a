package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.types.Schema;

/** Syntax errors: one, at the right place, in words that a user knows. */
class SyntaxErrorsTest {
  private static final Schema SCHEMA =
      Expr.schema("a int", "b int", "s string", "end int", "date date");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a > > 1 | 4 | 1 | `>` cannot stand here",
        "a + | 3 | 1 | the end of the text cannot stand here",
        "(a + 1 | 6 | 1 | the end of the text cannot stand here",
        "a + 1) | 5 | 1 | `)` cannot stand here",
        "a b | 2 | 1 | `b` cannot stand here",
        "a IN () | 6 | 1 | `)` cannot stand here",
        "s LIKE | 6 | 1 | the end of the text cannot stand here",
        "a BETWEEN 1 | 11 | 1 | the end of the text cannot stand here",
        "CASE WHEN a = 1 END | 16 | 3 | `END` cannot stand here",
        "CAST(a int) | 7 | 3 | `int` cannot stand here",
        "s = 'abc | 4 | 4 | the string that begins here is never closed",
        "s = ~abc | 4 | 1 | cannot stand here",
        "`a | 0 | 2 | the quoted name that begins here is never closed",
        "a = 1; | 5 | 1 | `;` cannot stand here",
        "a @ b | 2 | 1 | `@` cannot stand here",
        "a && b | 3 | 1 | `&` cannot stand here",
        "upper(s, ) | 9 | 1 | `)` cannot stand here",
        "a IS 5 | 5 | 1 | `5` cannot stand here",
        "INTERVAL 5 lightyears | 9 | 12 | `lightyears` is no unit of time",
        "INTERVAL '1-13' YEAR TO MONTH | 0 | 29 | is no interval",
        "* | 0 | 1 | `*` can stand only in `count(*)`",
        "upper(*) | 0 | 8 | takes no `*`",
        "a IN (SELECT 1) | 6 | 6 | an expression has no subquery",
        "EXISTS (select * from t) | 8 | 6 | an expression has no subquery",
        "a = (SELECT max(a) FROM t) | 5 | 6 | an expression has no subquery",
        "window(date, 1 hour) | 0 | 6 | there is no `window`",
        "window(date, '1 hour') | 0 | 6 | there is no `window`",
        "coalesce(s, 1 hour) | 14 | 4 | `hour` cannot stand here",
      })
  void theMistakeIsNamedWhereItStands(String text, int offset, int length, String words) {
    List<Expr.Mistake> mistakes = Expr.mistakes(text.replace('~', '^'), SCHEMA);
    assertThat(mistakes).hasSize(1);
    assertThat(mistakes.get(0).message()).contains(words);
    assertThat(mistakes.get(0).place()).isEqualTo(new Place(offset, length));
    assertThat(mistakes.get(0).message() + mistakes.get(0).hint())
        .doesNotContain("mismatched", "extraneous", "viable", "token", "IDENTIFIER", "<EOF>");
  }

  @Test
  void whatCouldStandThereIsSaid() {
    assertThat(Expr.mistakes("a = 1 && b = 2", SCHEMA).get(0).hint())
        .isEqualTo("for both conditions write `AND`");
    assertThat(Expr.mistakes("a > > 1", SCHEMA).get(0).hint())
        .isEqualTo("a column, a literal, a function call or `(` can stand here");
    assertThat(Expr.mistakes("a b", SCHEMA).get(0).hint())
        .isEqualTo("an operator such as `+`, `=` or `AND`, or the end, can stand here");
    assertThat(Expr.mistakes("a = 1;", SCHEMA).get(0).hint())
        .isEqualTo("an expression ends without `;`");
  }

  @Test
  void nearestUnitAndTypeAreOffered() {
    assertThat(Expr.mistakes("INTERVAL 2 minuts", SCHEMA).get(0).hint())
        .startsWith("did you mean `minutes`? units are years, months, ");
    assertThat(Expr.mistakes("INTERVAL '10 secnds'", SCHEMA).get(0).hint())
        .startsWith("did you mean `seconds`? ");
    assertThat(Expr.mistakes("INTERVAL 5 lightyears", SCHEMA).get(0).hint())
        .startsWith("units are years, ");
    assertThat(Expr.mistakes("CAST(a AS decimal(40,2))", SCHEMA).get(0))
        .extracting(Expr.Mistake::message, Expr.Mistake::hint)
        .containsExactly("the precision of a decimal is 1 to 38, not 40", "write decimal(38,2)");
    assertThat(Expr.mistakes("CAST(a AS decimal(5,99999999))", SCHEMA).get(0).hint())
        .isEqualTo("write decimal(38,38)");
  }

  @Test
  void whatCouldStandAtTheEndFollowsFromWhatStandsBeforeIt() {
    String operand = "a column, a literal, a function call or `(` can stand here";
    for (String text : List.of("a >", "a > 1 AND", "s LIKE", "a IN (", "a = 1 OR (a <=")) {
      assertThat(Expr.mistakes(text, SCHEMA).get(0).hint()).as(text).isEqualTo(operand);
    }
    assertThat(Expr.mistakes("(a > 1", SCHEMA).get(0).hint()).isEqualTo("add the closing `)`");
  }

  @Test
  void anEmptyTextIsAMistakeNotAValue() {
    assertThat(Expr.mistakes("  ", SCHEMA).get(0).code()).isEqualTo(Code.TM301);
  }

  @Test
  void deepNestingIsRefusedBeforeTheStackIsExhausted() {
    String deep = "(".repeat(5000) + "a" + ")".repeat(5000);
    assertThat(Expr.mistakes(deep, SCHEMA).get(0).message()).contains("nested");
    assertThat(Expr.mistakes("a" + " + 1".repeat(2000), SCHEMA).get(0).message())
        .contains("inside each other");
    assertThat(Expr.compile("a" + " + 1".repeat(400), SCHEMA).type().ddl()).isEqualTo("int");
  }

  @Test
  void wordsThatAreNotReservedNameColumns() {
    assertThat(Expr.compile("end + 1", SCHEMA).canonical()).isEqualTo("(`end` + 1)");
    assertThat(Expr.compile("date + 1", SCHEMA).type().ddl()).isEqualTo("date");
    assertThat(Expr.compile("CASE WHEN a = 1 THEN end ELSE end END", SCHEMA).type().ddl())
        .isEqualTo("int");
  }

  @Test
  void commentsAndWhiteSpaceMeanNothing() {
    assertThat(Expr.compile("a -- first\n + /* second */ b", SCHEMA).canonical())
        .isEqualTo("(a + b)");
  }
}
