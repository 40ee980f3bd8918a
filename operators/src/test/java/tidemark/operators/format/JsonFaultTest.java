package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.operators.format.Decoding.schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.types.SimpleType;

final class JsonFaultTest {
  private static final String VALUE =
      "a value (a text in double quotes, a number, `true`, `false`, `null`, `{` or `[`)";

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '\0',
      value = {
        "{\"a\":1~it ends after byte 6; expected: `,` or `}` of the object that begins at byte 1",
        "{\"s\":{\"a\":1~it ends after byte 11; expected: `,` or `}` of the object that begins at byte 6",
        "{\"l\":[1,2~it ends after byte 9; expected: `,` or `]` of the array that begins at byte 6",
        "{\"a\":~it ends after byte 5; expected: VALUE",
        "{\"a\"~it ends after byte 4; expected: `:` after the name `a`",
        "{~it ends after byte 1; expected: a name in double quotes, or `}`",
        "{\"a\":\"x}~it ends after byte 8; expected: the `\"` that ends the text that begins at byte 6",
        "{\"a\":\"x\\~it ends after byte 8; expected: the `\"` that ends the text that begins at byte 6",
        "{\"a\":\"\\u1~it ends after byte 9; expected: the `\"` that ends the text that begins at byte 6",
        "{\"a\":1,}~byte 8 of the record is `}`; expected: a name in double quotes after the comma",
        "{\"a\" 1}~byte 6 of the record is `1`; expected: `:` after the name `a`",
        "{\"a\":1 \"b\":2}~byte 8 of the record is `\"`; expected: `,` or `}` of the object that begins at byte 1",
        "{\"l\":[1,2}~byte 10 of the record is `}`; expected: `,` or `]` of the array that begins at byte 6",
        "{\"l\":[1,,2]}~byte 9 of the record is `,`; expected: VALUE",
        "{\"m\":{\"a\":1]}~byte 12 of the record is `]`; expected: `,` or `}` of the object that begins at byte 6",
        "{\"a\":tru}~byte 6 of the record begins `tru`; expected: VALUE",
        "{\"a\":x}~byte 6 of the record begins `x`; expected: VALUE",
        "{\"a\":é}~byte 6 of the record begins `é`; expected: VALUE",
        "{\"a\":abcdefghijklmnopqrstuvwxyz}~byte 6 of the record begins `abcdefghijklmnopqrst…`; expected: VALUE",
        "{'a':1}~byte 2 of the record is `'`; expected: a name in double quotes, or `}`",
        "{`a`:1}~byte 2 of the record is a backtick; expected: a name in double quotes, or `}`",
        "{a:1}~byte 2 of the record is `a`; expected: a name in double quotes, or `}`",
        "{\"a\":01}~byte 6 of the record is `0`; expected: a number without leading zeros",
        "{\"a\":-}~byte 7 of the record is `}`; expected: a digit after the `-`",
        "{\"a\":-Info}~byte 7 of the record is `I`; expected: a digit after the `-`",
        "{\"a\":1.}~byte 8 of the record is `}`; expected: a digit after the `.` of a number",
        "{\"a\":1. 5}~byte 8 of the record is a space; expected: a digit after the `.` of a number",
        "{\"a\":1e+}~byte 9 of the record is `}`; expected: a digit in the exponent of a number",
        "{\"a\":\"x\\qy\"}~byte 9 of the record is `q`; expected: one of `\" \\ / b f n r t u` after the `\\` in a text",
        "{\"a\":\"\\u12\"}~byte 11 of the record is `\"`; expected: four hexadecimal digits after `\\u`",
        "{\"a\":\"\u0001\"}~byte 7 of the record is the control character U+0001; expected: control characters of a text as `\\u0001`",
        "{\"a\":1,\"b\":2,\"\\u0061\":3}~the name `\\u0061` at byte 14 is there a second time",
        "{\"q\":{\"a\":1,\"a\":2}}~the name `a` at byte 13 is there a second time",
        "{\"a\":1} x~byte 9 of the record is `x`; expected: nothing after the object",
        "{\"a\":1}}~byte 8 of the record is `}`; expected: nothing after the object",
        "{\"a\":1}{\"a\":2}~byte 8 of the record is `{`; expected: nothing after the object",
        "/* c */ {\"a\":1}~byte 1 of the record is `/`; expected: `{`",
        "[1,2~byte 1 of the record is `[`; expected: `{`",
        "nonsense~byte 1 of the record is `n`; expected: `{`"
      })
  void saysWhatStandsWhereAndWhatWasExpected(String text, String fault) {
    assertThat(JsonFault.in(text)).contains(fault.replace("VALUE", VALUE));
  }

  @Test
  void findsNoFaultInAnObject() {
    for (String good :
        new String[] {
          "{}",
          " { \"a\" : [ ] , \"b\" : { } }\r\n",
          "{\"a\":[1,-0.5e+10,0,true,false,null,NaN,Infinity,-Infinity,-INF]}",
          "{\"é\":\"\\u00e9 \\\\ \\\" \\n\",\"e\":[[],[{}]]}"
        }) {
      assertThat(JsonFault.in(good)).as(good).isEmpty();
    }
  }

  @Test
  void knowsHowDeepRecordsMayBe() {
    String deep = "{\"a\":" + "[".repeat(1200) + "]".repeat(1200) + "}";
    assertThat(JsonFault.in(deep)).contains("byte 1005 of the record is deeper than 1000 levels");
    assertThat(JsonFault.in("{\"a\":[" + "[],{},".repeat(2000) + "1]}")).isEmpty();
  }

  @Test
  void theReasonOfABadRecordIsIt() {
    Decoding decoding = new Decoding(FormatOptions.of(Format.NDJSON), schema("id", SimpleType.INT));
    decoding.rows("{\"id\":1}\n{\"id\":1\n[1]\n{\"id\":1} {}\n");
    assertThat(decoding.bad)
        .containsExactly(
            "2: not one JSON object: it ends after byte 7;"
                + " expected: `,` or `}` of the object that begins at byte 1",
            "3: not one JSON object: byte 1 of the record is `[`; expected: `{`",
            "4: not one JSON object: byte 10 of the record is `{`;"
                + " expected: nothing after the object");
  }
}
