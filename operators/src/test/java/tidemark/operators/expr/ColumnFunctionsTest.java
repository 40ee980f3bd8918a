package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

/** Functions given columns answer what they answer when they are given constants. */
class ColumnFunctionsTest {
  private static final Schema SCHEMA = Expr.schema("b binary", "s string", "n int");

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static List<Object> of(String text, List<List<Object>> rows) {
    return Expr.values(text, SCHEMA, rows);
  }

  @Test
  void binariesAreCutAndPaddedByBytes() {
    List<List<Object>> rows =
        List.of(
            Expr.row(bytes(0xe4, 0xb8, 0xad), null, 1),
            Expr.row(bytes(1), null, 2),
            Expr.row(null, null, 2));
    assertThat(of("hex(left(b, n))", rows)).containsExactly("E4", "01", null);
    assertThat(of("hex(lpad(b, n))", rows)).containsExactly("E4", "0001", null);
    assertThat(of("hex(rpad(b, n + 3, X'0203'))", rows))
        .containsExactly("E4B8AD02", "0102030203", null);
    assertThat(of("lpad(s, n, 'äö')", List.of(Expr.row(null, "é", 4), Expr.row(null, "éx", 1))))
        .containsExactly("äöäé", "é");
  }

  @Test
  void aBinaryHasNoNegativeLength() {
    assertThatThrownBy(() -> of("lpad(b, n)", List.of(Expr.row(bytes(1), null, -1))))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM610));
  }

  @Test
  void textsThatAreNoUtf8KeepTheirBytes() {
    List<List<Object>> rows =
        List.of(
            Expr.row(bytes(0x80), null, 1),
            Expr.row(bytes(0x61, 0x80, 0x62), null, 1),
            Expr.row(bytes(0xe4, 0x61), null, 1));
    assertThat(of("length(CAST(b AS STRING))", rows)).containsExactly(1L, 3L, 1L);
    assertThat(of("hex(reverse(CAST(b AS STRING)))", rows)).containsExactly("80", "628061", "E461");
    assertThat(of("hex(substr(CAST(b AS STRING), 2))", rows)).containsExactly("", "8062", "");
    assertThat(of("length(CAST(X'80' AS STRING))", rows)).containsExactly(1L, 1L, 1L);
  }

  @Test
  void nothingIsLocatedFromNowhereOn() {
    List<List<Object>> rows =
        List.of(
            Expr.row(null, "foo", 1),
            Expr.row(null, "foo", null),
            Expr.row(null, null, null),
            Expr.row(null, null, 1));
    assertThat(of("locate('o', s, n)", rows)).containsExactly(2L, 0L, 0L, null);
    assertThat(of("locate('o', s)", rows)).containsExactly(2L, 2L, null, null);
  }

  @Test
  void badDocumentsAreKeptRowByRow() {
    List<List<Object>> rows =
        List.of(
            Expr.row(null, "{\"a\":\"x\"}", 1),
            Expr.row(null, "{\"a\":1}", 1),
            Expr.row(null, null, 1),
            Expr.row(null, "", 1),
            Expr.row(null, "{", 1));
    assertThat(of("from_json(s, 'a int, _corrupt_record string')._corrupt_record", rows))
        .containsExactly("{\"a\":\"x\"}", null, null, null, "{");
    assertThat(
            of(
                "from_csv(s, '_corrupt_record string, a int')",
                List.of(
                    Expr.row(null, "x", 1), Expr.row(null, "1", 1), Expr.row(null, "1,\n2", 1))))
        .containsExactly(Expr.row("x", null), Expr.row(null, 1L), Expr.row("1,\n2", 1L));
  }

  @Test
  void theLeastCountFailsTheRow() {
    List<List<Object>> rows = List.of(Expr.row(null, "a b c", Integer.MIN_VALUE));
    assertThatThrownBy(() -> of("substring_index(s, ' ', n)", rows))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM610));
    assertThat(of("substring_index(s, ' ', n + 1)", rows)).containsExactly("a b c");
    assertThat(of("substring_index(s, '', n)", rows)).containsExactly("");
  }

  @Test
  void thePlaceOfAWrongEscapeIsTold() {
    assertThatThrownBy(() -> of("s ILIKE concat('%a', '\\\\')", List.of(Expr.row(null, "a", 1))))
        .hasMessageContaining("`ILIKE`: in the pattern '%a\\' the escape character \\ stands at");
    assertThatThrownBy(() -> of("'x' LIKE s", List.of(Expr.row(null, "\\a", 1))))
        .hasMessageContaining("`LIKE`")
        .hasMessageContaining("stands before something that needs none");
  }

  @Test
  void aFunctionOfOtherDialectsIsToldTheNameHere() {
    assertThat(Expr.mistakes("iff(n > 1, 1, 2)", SCHEMA))
        .singleElement()
        .satisfies(m -> assertThat(m.hint()).startsWith("did you mean `if`?"));
  }
}
