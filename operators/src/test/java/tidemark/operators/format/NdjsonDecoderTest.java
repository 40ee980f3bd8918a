package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.operators.format.Decoding.schema;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

final class NdjsonDecoderTest {
  private static final FormatOptions JSON = FormatOptions.of(Format.NDJSON);
  private static final Schema FLAT =
      schema("id", SimpleType.INT, "s", SimpleType.STRING, "_raw", SimpleType.STRING);

  private static List<String> values(DataType type, String... json) {
    return Decoding.values(JSON, type, json);
  }

  @Test
  void anObjectALineBecomesARowAndBlankLinesNone() {
    Decoding decoding = new Decoding(JSON, FLAT);
    assertThat(
            decoding.rows(
                "{\"id\":1,\"s\":\"a\"}\n\n   \r\n{ \"s\" : \"b\" , \"id\" : 2 }\r\n{\"x\":[{}],\"id\":3}"))
        .containsExactly(
            "{\"id\":1,\"s\":\"a\",\"_raw\":null}",
            "{\"id\":2,\"s\":\"b\",\"_raw\":null}",
            "{\"id\":3,\"s\":null,\"_raw\":null}");
    assertThat(decoding.bad).isEmpty();
  }

  @Test
  void aByteOrderMarkIsSkippedAtTheStartOnly() {
    Decoding decoding = new Decoding(JSON, FLAT);
    assertThat(decoding.rows("\uFEFF{\"id\":1}\n\uFEFF{\"id\":2}\n"))
        .containsExactly(
            "{\"id\":1,\"s\":null,\"_raw\":null}",
            "{\"id\":null,\"s\":null,\"_raw\":\"\uFEFF{\\\"id\\\":2}\"}");
    assertThat(decoding.bad).hasSize(1).allMatch(b -> b.startsWith("2: "));
  }

  @Test
  void aNameMayBeginOutsideAscii() {
    Decoding decoding = new Decoding(JSON, schema("é", SimpleType.INT, "s", SimpleType.STRING));
    assertThat(decoding.rows("{\"é\":1,\"s\":\"a\"}\n{\"é\":2}\n{\"\uD83D\uDE00\":1,\"é\":3}\n"))
        .containsExactly("{\"é\":1,\"s\":\"a\"}", "{\"é\":2,\"s\":null}", "{\"é\":3,\"s\":null}");
    assertThat(decoding.bad).isEmpty();
  }

  @Test
  void whatIsNotOneObjectIsBadAndKeepsNothing() {
    for (String line :
        List.of(
            "[1,2]",
            "7",
            "\"x\"",
            "null",
            "nope",
            "{\"id\":1",
            "{\"id\":1} {\"id\":2}",
            "{\"id\":1}x",
            "{'id':1}",
            "{\"id\":1,}",
            "{\"id\":1,\"id\":2}",
            "{\"id\":1,\"q\":1,\"q\":2}",
            "{\"id\":1,\"q\":{\"a\":1,\"a\":2}}",
            "{\"id\":01}",
            "{\"id\":1,\"q\":oops}",
            "{\"id\":1,\"s\":\"a\tb\"}",
            "{\"id\":1,\"q\":\"\\x\"}",
            "{id:1}",
            "{\"id\":1,\"q\":1.}",
            "{\"id\":1,\"q\":tru}",
            "{\"id\":1 \"s\":\"a\"}",
            "\u0000{\"id\":1}")) {
      Decoding decoding = new Decoding(JSON, FLAT);
      assertThat(decoding.rows("{\"id\":1}\n" + line + "\n{\"id\":3}\n")).as(line).hasSize(3);
      assertThat(decoding.rows(line).get(0))
          .as(line)
          .startsWith("{\"id\":null,\"s\":null,\"_raw\":\"");
      assertThat(decoding.policy(BadRecordPolicy.DROP).rows(line)).as(line).isEmpty();
      assertThat(decoding.bad).as(line).hasSize(1).allMatch(b -> b.startsWith("1: "));
    }
  }

  @Test
  void aBadFieldIsNullAndTheOthersAreKept() {
    Decoding decoding = new Decoding(JSON, FLAT);
    assertThat(decoding.rows("{\"s\":\"before\",\"id\":\"x\"}\n{\"id\":[1,2],\"s\":\"after\"}\n"))
        .containsExactly(
            "{\"id\":null,\"s\":\"before\",\"_raw\":\"{\\\"s\\\":\\\"before\\\",\\\"id\\\":\\\"x\\\"}\"}",
            "{\"id\":null,\"s\":\"after\",\"_raw\":\"{\\\"id\\\":[1,2],\\\"s\\\":\\\"after\\\"}\"}");
    assertThat(decoding.bad.get(0)).isEqualTo("1: column `id`: \"x\" is not an int");
  }

  @Test
  void integersAreDigitsOnlyAndWithinRange() {
    assertThat(values(SimpleType.INT, "2147483647", "-2147483648", "2147483648", "1.0", "1e2"))
        .containsExactly("2147483647", "-2147483648", "bad", "bad", "bad");
    assertThat(values(SimpleType.TINYINT, "127", "128", "-128", "-129"))
        .containsExactly("127", "bad", "-128", "bad");
    assertThat(values(SimpleType.SMALLINT, "32767", "32768")).containsExactly("32767", "bad");
    assertThat(
            values(
                SimpleType.BIGINT,
                "9007199254740993",
                "9223372036854775807",
                "-9223372036854775808",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999",
                "\"1\"",
                "true",
                "-0",
                "\"\"",
                "NaN"))
        .containsExactly(
            "9007199254740993",
            "9223372036854775807",
            "-9223372036854775808",
            "bad",
            "bad",
            "bad",
            "bad",
            "bad",
            "0",
            "bad",
            "bad");
  }

  @Test
  void wholeNumbersHaveNoNegativeZeroAndFractionsHave() {
    String[] json = {"-0", "-0.0", "0", "-0e0", "-1", "-0.5", "-0"};
    String[] values = {"0.0", "-0.0", "0.0", "-0.0", "-1.0", "-0.5", "0.0"};
    assertThat(values(SimpleType.DOUBLE, json)).containsExactly(values);
    assertThat(values(SimpleType.FLOAT, json)).containsExactly(values);
  }

  @Test
  void doublesTakeNumbersAndTheNamedTextsOnly() {
    assertThat(
            values(
                SimpleType.DOUBLE,
                "1",
                "0.1",
                "-0.0",
                "1e400",
                "1E3",
                "NaN",
                "\"NaN\"",
                "\"Infinity\"",
                "\"-Infinity\"",
                "\"+INF\"",
                "\"-INF\"",
                "\"INF\"",
                "\"2.5\"",
                "\"\"",
                "true",
                "0.1234567890123456789",
                "4.9e-324"))
        .containsExactly(
            "1.0",
            "0.1",
            "-0.0",
            "\"Infinity\"",
            "1000.0",
            "\"NaN\"",
            "\"NaN\"",
            "\"Infinity\"",
            "\"-Infinity\"",
            "\"Infinity\"",
            "\"-Infinity\"",
            "bad",
            "bad",
            "bad",
            "bad",
            "0.12345678901234568",
            "4.9E-324");
    assertThat(values(SimpleType.FLOAT, "0.1", "16777217", "3.5e38"))
        .containsExactly("0.1", "1.6777216E7", "\"Infinity\"");
  }

  @Test
  void decimalsAreExactRoundedHalfUpAndMayBeTexts() {
    DataType narrow = new DecimalType(5, 2);
    assertThat(
            values(
                narrow,
                "1.005",
                "-1.005",
                "\"1.5\"",
                "1000",
                "999.995",
                "999.994",
                "\"\"",
                "\"x\"",
                "1e2",
                "\"1e999999999\"",
                "\"1,5\"",
                "1.0049999999999999999",
                "NaN",
                "0"))
        .containsExactly(
            "1.01", "-1.01", "1.50", "bad", "bad", "999.99", "bad", "bad", "100.00", "bad", "bad",
            "1.00", "bad", "0.00");
    assertThat(
            values(
                new DecimalType(38, 3), "12345678901234567890123456789012345.6789", "\"1,234.5\""))
        .containsExactly("12345678901234567890123456789012345.679", "1234.500");
  }

  @Test
  void aStringColumnKeepsTheJsonTextOfOtherValues() {
    assertThat(
            values(
                SimpleType.STRING,
                "\"a\"",
                "\"\"",
                "12",
                "1.50",
                "1e3",
                "true",
                "{\"a\": 1, \"b\": [1, 2]}",
                "[1, \"x\"]",
                "null",
                "\"\\u00e9\\ud83d\\ude00\\n\"",
                "\"日本\"",
                "\"\\ud83d\""))
        .containsExactly(
            "\"a\"",
            "\"\"",
            "\"12\"",
            "\"1.50\"",
            "\"1e3\"",
            "\"true\"",
            "\"{\\\"a\\\": 1, \\\"b\\\": [1, 2]}\"",
            "\"[1, \\\"x\\\"]\"",
            "null",
            "\"é😀\\n\"",
            "\"日本\"",
            "bad");
  }

  @Test
  void booleansAndBinaryAreStrict() {
    assertThat(values(SimpleType.BOOLEAN, "true", "false", "\"true\"", "1", "null"))
        .containsExactly("true", "false", "bad", "bad", "null");
    assertThat(values(SimpleType.BINARY, "\"AQID\"", "\"?\"", "1", "\"\""))
        .containsExactly("\"AQID\"", "bad", "bad", "\"\"");
  }

  @Test
  void nestedValuesKeepWhatFits() {
    Schema schema =
        schema(
            "a", new ArrayType(SimpleType.INT),
            "m", new MapType(SimpleType.STRING, SimpleType.INT),
            "p",
                new StructType(
                    List.of(Field.of("x", SimpleType.INT), Field.of("y", SimpleType.STRING))),
            "l", new ArrayType(new StructType(List.of(Field.of("x", SimpleType.INT)))));
    Decoding decoding = new Decoding(JSON, schema);
    assertThat(
            decoding.rows(
                """
                {"a":[1,2,null],"m":{"z":1,"y":null},"p":{"x":1,"y":"q","other":[]},"l":[{"x":1},{},null]}
                {"a":[],"m":{},"p":{},"l":[]}
                {"a":["x",2],"m":{"k":"bad"},"p":{"x":"bad","y":"kept"},"l":[{"x":1},{"x":"bad"}]}
                {"a":[1,2],"p":{"x":1,"y":
                {"a":[3],"l":[[1]],"p":[],"m":5}
                """))
        .containsExactly(
            "{\"a\":[1,2,null],\"m\":{\"z\":1,\"y\":null},\"p\":{\"x\":1,\"y\":\"q\"},\"l\":[{\"x\":1},{\"x\":null},null]}",
            "{\"a\":[],\"m\":{},\"p\":{\"x\":null,\"y\":null},\"l\":[]}",
            "{\"a\":null,\"m\":null,\"p\":{\"x\":null,\"y\":\"kept\"},\"l\":[{\"x\":1},{\"x\":null}]}",
            "{\"a\":null,\"m\":null,\"p\":null,\"l\":null}",
            "{\"a\":[3],\"m\":null,\"p\":null,\"l\":null}");
    assertThat(decoding.bad).hasSize(3);
  }

  @Test
  void invalidUtf8IsABadRecordThatShowsItsBytes() {
    Decoding decoding = new Decoding(JSON, FLAT);
    byte[] file =
        "{\"s\":\"caf?\"}\n{\"q\":\"caf?\",\"id\":1}\n".getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < file.length; i++) {
      file[i] = file[i] == '?' ? (byte) 0xE9 : file[i];
    }
    assertThat(decoding.rows(file))
        .containsExactly(
            "{\"id\":null,\"s\":null,\"_raw\":\"{\\\"s\\\":\\\"caf\\\\xE9\\\"}\"}",
            "{\"id\":null,\"s\":null,\"_raw\":\"{\\\"q\\\":\\\"caf\\\\xE9\\\",\\\"id\\\":1}\"}");
    assertThat(decoding.bad.get(0)).isEqualTo("1: byte 10 of the record is not valid UTF-8");
  }

  @Test
  void otherEncodingsAreReadAsWhatTheyMean() {
    String text = "{\"id\":1,\"s\":\"caf\u00e9 \u20ac\"}\r\n{\"id\":2,\"s\":\"\u00fc\"}\n";
    for (String charset : List.of("UTF-16", "UTF-16LE", "UTF-16BE", "windows-1252", "UTF-32")) {
      Decoding decoding =
          new Decoding(JSON.withEncoding(java.nio.charset.Charset.forName(charset)), FLAT);
      assertThat(decoding.rows(text.getBytes(java.nio.charset.Charset.forName(charset))))
          .as(charset)
          .containsExactly(
              "{\"id\":1,\"s\":\"caf\u00e9 \u20ac\",\"_raw\":null}",
              "{\"id\":2,\"s\":\"\u00fc\",\"_raw\":null}");
    }
    Decoding decoding = new Decoding(JSON.withEncoding(StandardCharsets.UTF_16LE), FLAT);
    byte[] broken = "{\"s\":\"\uD800x\"}\n{\"id\":2}\n".getBytes(StandardCharsets.UTF_16LE);
    broken[12] = 0x00;
    broken[13] = (byte) 0xD8; // half a pair
    assertThat(decoding.rows(broken)).hasSize(2);
    assertThat(decoding.bad).hasSize(1);
  }

  @Test
  void aMissingValueOfANotNullColumnIsBad() {
    Schema schema =
        new Schema(List.of(Field.notNull("id", SimpleType.INT), Field.of("s", SimpleType.STRING)));
    Decoding decoding = new Decoding(JSON, schema).policy(BadRecordPolicy.DROP);
    assertThat(decoding.rows("{\"id\":1}\n{\"s\":\"a\"}\n{\"id\":null}\n"))
        .containsExactly("{\"id\":1,\"s\":null}");
    assertThat(decoding.bad).hasSize(2);
  }

  @Test
  void columnsThatAreNotNeededAreNullAndTheirValuesNotLookedAt() {
    Decoding decoding = new Decoding(JSON, FLAT).needed(1);
    assertThat(decoding.rows("{\"id\":\"x\",\"s\":\"a\"}\n{\"id\":nope,\"s\":\"a\"}\n"))
        .containsExactly(
            "{\"id\":null,\"s\":\"a\",\"_raw\":null}", "{\"id\":null,\"s\":null,\"_raw\":null}");
    assertThat(decoding.bad).hasSize(1);
  }

  @Test
  void recordsOfAnyLengthPassASmallBufferUntilTheLimit() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      text.append("{\"id\":")
          .append(i)
          .append(",\"s\":\"")
          .append("x".repeat(i * 7))
          .append("\"}\n");
    }
    List<String> whole = new Decoding(JSON, FLAT).rows(text.toString());
    assertThat(whole).hasSize(200);
    for (int size : new int[] {64, 100, 1000, 4096}) {
      assertThat(new Decoding(JSON, FLAT).bufferSize(size).rows(text.toString())).isEqualTo(whole);
    }
    for (int size : new int[] {64, 100, 1000, 4096}) {
      Decoding limited = new Decoding(JSON.withMaxRecordBytes(500), FLAT).bufferSize(size);
      assertThat(limited.policy(BadRecordPolicy.DROP).rows(text.toString()))
          .isEqualTo(whole.subList(0, 70));
      assertThat(limited.bad).hasSize(130).allMatch(b -> b.contains("TM619"));
    }
  }
}
