package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tidemark.operators.format.Decoding.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

final class CsvDecoderTest {
  private static final FormatOptions CSV = FormatOptions.of(Format.CSV);
  private static final Schema COLUMNS =
      schema(
          "id", SimpleType.INT,
          "s", SimpleType.STRING,
          "d", SimpleType.DOUBLE,
          "_raw", SimpleType.STRING);
  private static final CsvOptions BACKSLASH =
      new CsvOptions(
          false, ',', '"', '\\', Optional.empty(), false, Optional.empty(), false, false);

  private static FormatOptions with(CsvOptions csv) {
    return CSV.withCsv(csv);
  }

  private static CsvOptions multiline(char escape) {
    return new CsvOptions(
        false, ',', '"', escape, Optional.empty(), true, Optional.empty(), false, false);
  }

  private static String row(String id, String s, String d, String raw) {
    return "{\"id\":" + id + ",\"s\":" + text(s) + ",\"d\":" + d + ",\"_raw\":" + text(raw) + "}";
  }

  private static String text(String value) {
    if (value == null) {
      return "null";
    }
    ByteSink out = new ByteSink();
    byte[] bytes = value.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    JsonTexts.write(bytes, 0, bytes.length, out);
    return out.toString();
  }

  @Test
  void fieldsFillTheColumnsByPosition() {
    assertThat(
            new Decoding(CSV, COLUMNS).rows("1,a,1.5\r\n-2,\"b,c\",2\n+3,\"say \"\"hi\"\"\",\r\n"))
        .containsExactly(
            row("1", "a", "1.5", null),
            row("-2", "b,c", "2.0", null),
            row("3", "say \"hi\"", "null", null));
  }

  @Test
  void lineEndsMayBeCarriageReturnsAndTheLastOneMayBeMissing() {
    List<String> expected = List.of(row("1", "a", "1.0", null), row("2", "b", "2.0", null));
    for (String file :
        List.of(
            "1,a,1\r2,b,2\r",
            "1,a,1\r\n2,b,2",
            "1,a,1\n2,b,2",
            "\uFEFF1,a,1\n\n \t\r\n2,b,2\r\n\r\n")) {
      for (int size : new int[] {8, 9, 10, 11, 12, 1000}) {
        assertThat(new Decoding(CSV, COLUMNS).bufferSize(size).rows(file))
            .as(file)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void aBackslashMayEscapeQuotesInstead() {
    assertThat(
            new Decoding(with(BACKSLASH), COLUMNS)
                .rows("1,\"a\\\"b\\\\\",1\n2,\"\\n\",2\n3,a\\\"b,3\n"))
        .containsExactly(
            row("1", "a\"b\\", "1.0", null),
            row("2", "\\n", "2.0", null),
            row("3", "a\\\"b", "3.0", null));
  }

  @Test
  void emptyAndQuotedEmptyAreNullUnlessANullValueIsGiven() {
    assertThat(new Decoding(CSV, COLUMNS).rows("1,,1\n2,\"\",2\n\"\", ,\"\"\n"))
        .containsExactly(
            row("1", null, "1.0", null),
            row("2", null, "2.0", null),
            row("null", " ", "null", null));
    CsvOptions na =
        new CsvOptions(
            false, ',', '"', '"', Optional.empty(), false, Optional.of("NA"), false, false);
    assertThat(new Decoding(with(na), COLUMNS).rows("NA,NA,NA\n1,,\n2,\"\",\n3,\"NA\",NA\n"))
        .containsExactly(
            row("null", null, "null", null),
            row("1", null, "null", null),
            row("2", "", "null", null),
            row("3", "NA", "null", null));
  }

  @Test
  void spacesAreTrimmedAroundUnquotedValuesOnRequest() {
    CsvOptions trim =
        new CsvOptions(false, ',', '"', '"', Optional.empty(), false, Optional.empty(), true, true);
    assertThat(new Decoding(with(trim), COLUMNS).rows("1,  a  , 1.0 \n\n   \n 2 , \" b \" ,2\n"))
        .containsExactly(row("1", "a", "1.0", null), row("2", " b ", "2.0", null));
  }

  @Test
  void aDelimiterAndACommentCanBeChosen() {
    CsvOptions semicolon =
        new CsvOptions(
            false, ';', '\'', '\'', Optional.of('#'), false, Optional.empty(), false, false);
    assertThat(new Decoding(with(semicolon), COLUMNS).rows("# c\n1;'a;b';1\r\n#\r\n2;x#;2\n#end"))
        .containsExactly(row("1", "a;b", "1.0", null), row("2", "x#", "2.0", null));
  }

  @Test
  void raggedRowsAreBadAndKeepWhatTheyHave() {
    Decoding decoding = new Decoding(CSV, COLUMNS);
    assertThat(decoding.rows("1,x\n2,y,2.0,extra\n3\n4,z,4\n"))
        .containsExactly(
            row("1", "x", "null", "1,x"),
            row("2", "y", "2.0", "2,y,2.0,extra"),
            row("3", null, "null", "3"),
            row("4", "z", "4.0", null));
    assertThat(decoding.bad)
        .containsExactly(
            "1: the record has 2 fields where 3 are expected",
            "2: the record has 4 fields where 3 are expected",
            "3: the record has 1 fields where 3 are expected");
    assertThat(decoding.policy(BadRecordPolicy.DROP).rows("1,x\n4,z,4\n"))
        .containsExactly(row("4", "z", "4.0", null));
  }

  @Test
  void badValuesAreNullAndTheOthersAreKept() {
    assertThat(
            new Decoding(CSV, COLUMNS)
                .rows("one,x,1.0\n2,y,two\n3,z,1,5\n2147483648,z,1\n1.0,z,1\n"))
        .containsExactly(
            row("null", "x", "1.0", "one,x,1.0"),
            row("2", "y", "null", "2,y,two"),
            row("3", "z", "1.0", "3,z,1,5"),
            row("null", "z", "1.0", "2147483648,z,1"),
            row("null", "z", "1.0", "1.0,z,1"));
  }

  @Test
  void aQuoteThatIsNotClosedEndsWithTheLineUnlessRecordsHaveSeveral() {
    String file = "1,\"line one\nline two\",1\n2,plain,2\n";
    assertThat(new Decoding(CSV, COLUMNS).rows(file))
        .containsExactly(
            row("1", "line one", "null", "1,\"line one"),
            row("null", "1", "null", "line two\",1"),
            row("2", "plain", "2.0", null));
    Decoding several = new Decoding(with(multiline('"')), COLUMNS);
    assertThat(several.rows("1,\"line one\r\nline \"\"two\"\"\",1\nx,plain,2\n9,\"open\n\n"))
        .containsExactly(
            row("1", "line one\r\nline \"two\"", "1.0", null),
            row("null", "plain", "2.0", "x,plain,2"),
            row("9", "open\n\n", "null", "9,\"open\n\n"));
    assertThat(several.bad.get(0)).startsWith("3: ");
    assertThat(several.bad.get(1)).isEqualTo("4: the quote of field 2 is not closed");
  }

  @Test
  void textAfterAClosingQuoteIsBad() {
    assertThat(new Decoding(CSV, COLUMNS).rows("1,\"a\"b,1\n2,a\"b\",2\n"))
        .containsExactly(row("1", null, "1.0", "1,\"a\"b,1"), row("2", "a\"b\"", "2.0", null));
  }

  @Test
  void aHeaderNamesTheColumnsInAnyOrderAndOthersAreIgnored() {
    FormatOptions header = with(CsvOptions.RFC_4180.withHeader());
    assertThat(new Decoding(header, COLUMNS).rows("\uFEFFd,\"other\",id,s\r\n1.5,q,1,a\r\n"))
        .containsExactly(row("1", "a", "1.5", null));
    assertThat(new Decoding(header, COLUMNS).rows("")).isEmpty();
    assertThatThrownBy(() -> new Decoding(header, COLUMNS).rows("id,d\n1,2\n"))
        .isInstanceOf(Failure.class)
        .hasMessage("a file: the header has no column `s`; it names d, id")
        .extracting(e -> ((Failure) e).code().name())
        .isEqualTo("TM613");
    assertThatThrownBy(() -> new Decoding(header, COLUMNS).rows("id,d,s,d\n1,2\n"))
        .hasMessage("a file: the header names `d` twice");
  }

  @Test
  void aLaterSplitIsGivenTheHeaderFirst() {
    Decoder decoder = new Decoding(with(CsvOptions.RFC_4180.withHeader()), COLUMNS).decoder();
    byte[] header = "s,id,d\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertThat(decoder.decode(header, 0, header.length, true)).isEqualTo(header.length);
    byte[] rest = "a,1,2\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    decoder.decode(rest, 0, rest.length, true);
    assertThat(decoder.rows()).isEqualTo(1);
  }

  @Test
  void othersTypesAreReadAsSparkReadsTheirTexts() {
    Schema schema =
        schema(
            "b", SimpleType.BOOLEAN,
            "n", new DecimalType(5, 2),
            "w", new DecimalType(30, 2),
            "t", SimpleType.TIMESTAMP,
            "day", SimpleType.DATE,
            "x", SimpleType.BINARY,
            "f", SimpleType.FLOAT);
    Decoding decoding = new Decoding(CSV, schema);
    assertThat(
            decoding.rows(
                "True,1.005,1e3,2024-01-01 12:04:00,2024-01-31,AQI=,-Inf\nFALSE,,,2024-01-01,2024-2-1,,0.1\n"))
        .containsExactly(
            "{\"b\":true,\"n\":1.01,\"w\":1000.00,\"t\":\"2024-01-01T12:04:00.000Z\",\"day\":\"2024-01-31\",\"x\":\"AQI=\",\"f\":\"-Infinity\"}",
            "{\"b\":false,\"n\":null,\"w\":null,\"t\":\"2024-01-01T00:00:00.000Z\",\"day\":\"2024-02-01\",\"x\":null,\"f\":0.1}");
    assertThat(decoding.rows("1,1000,\"1,5\",someday,20240131,?,x\n"))
        .containsExactly(
            "{\"b\":null,\"n\":null,\"w\":null,\"t\":null,\"day\":null,\"x\":null,\"f\":null}");
    assertThat(decoding.bad).containsExactly("1: column `b`: \"1\" is not a boolean");
  }

  @Test
  void invalidUtf8IsABadRecord() {
    byte[] file = "1,caf?,1\n2,\"?\",2\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    file[5] = (byte) 0xE9;
    Decoding decoding = new Decoding(CSV, COLUMNS);
    assertThat(decoding.rows(file))
        .containsExactly(row("null", null, "null", "1,caf\\xE9,1"), row("2", "?", "2.0", null));
    assertThat(decoding.bad).containsExactly("1: byte 6 of the record is not valid UTF-8");
  }

  /** Fields written by the encoder, in files with every odd character, come back as they were. */
  @Test
  void whatTheEncoderWritesIsReadBackWithAnyBuffer() {
    long seed = 7261;
    Random random = new Random(seed);
    String alphabet = "a,\"\\ \n\r\t'é日";
    for (int round = 0; round < 300; round++) {
      CsvOptions csv =
          new CsvOptions(
              false,
              ',',
              '"',
              random.nextBoolean() ? '"' : '\\',
              random.nextBoolean() ? Optional.of('\'') : Optional.empty(),
              true,
              Optional.of("NA"),
              random.nextBoolean(),
              random.nextBoolean());
      StringBuilder json = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String s = randomText(random, alphabet);
        String line =
            "{\"id\":" + i + ",\"s\":" + text(s) + ",\"d\":" + (i + 0.5) + ",\"_raw\":null}";
        json.append(line).append('\n');
        expected.add(line);
      }
      Schema plain = schema("id", SimpleType.INT, "s", SimpleType.STRING, "d", SimpleType.DOUBLE);
      String file = encoded(json.toString(), plain, csv);
      Decoding decoding = new Decoding(with(csv), COLUMNS).bufferSize(8 + random.nextInt(60));
      assertThat(decoding.rows(file))
          .as("seed " + seed + " round " + round + "\n" + file)
          .isEqualTo(expected);
      assertThat(decoding.bad).isEmpty();
    }
  }

  private static String randomText(Random random, String alphabet) {
    int length = random.nextInt(12);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return random.nextInt(10) == 0 ? null : text.toString();
  }

  private static String encoded(String json, Schema schema, CsvOptions csv) {
    byte[] bytes = json.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Decoder decoder = new Decoding(FormatOptions.of(Format.NDJSON), schema).decoder();
    decoder.decode(bytes, 0, bytes.length, true);
    ByteSink out = new ByteSink();
    Encoder encoder = Formats.encoder(with(csv), schema);
    encoder.begin(out);
    encoder.encode(decoder.take(), out);
    return out.toString();
  }
}
