package tidemark.operators.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.codec.Codec;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.Condition;
import tidemark.operators.format.ByteSink;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Files that DuckDB wrote, against the values that it was given. */
class ParquetReaderTest {
  @TempDir private Path folder;

  private static Path file(String name) throws URISyntaxException {
    return Path.of(ParquetReaderTest.class.getResource(name).toURI());
  }

  @Test
  void everyTypeHasItsValues() throws Exception {
    List<String> rows = FileRows.of(file("every-type.parquet")).rows();
    assertThat(rows.get(0))
        .isEqualTo(
            """
            {"flag":true,"tiny":-128,"small":-32768,"whole":-2147483648,"big":-9223372036854775808,\
            "u8":255,"u16":65535,"u32":4294967295,"u64":18446744073709551615,\
            "single":1.5,"fraction":-2.25,"d4":12.34,"d18":-123456789012.345678,\
            "d38":12345678901234567890123456789.123456789,"label":"snow ☃","raw":"AP8=",\
            "day":"1969-12-31","clock":"2026-01-01T12:00:00.123456",\
            "clock_ms":"2026-01-01T12:00:00.123","clock_ns":"2026-01-01T12:00:00.123456",\
            "instant":"2026-01-01T12:00:00.000Z","numbers":[1,null,3],\
            "lists":[["a"],[],null],"pair":{"a":1,"b":{"c":"x"}},"dict":{"k":1,"l":null},\
            "items":[{"n":1,"t":["p","q"]},{"n":null,"t":[]}]}\
            """);
    assertThat(rows.get(1)).matches("\\{(\"\\w+\":null,?){26}}");
    assertThat(rows.get(2))
        .contains("\"single\":\"NaN\",\"fraction\":\"Infinity\",\"d4\":-99.99,\"d18\":0.000001")
        .contains("\"d38\":-0.000000001,\"label\":\"\",\"raw\":\"\",\"day\":\"9999-12-31\"")
        .contains("\"clock\":\"0001-01-01T00:00:00.000\",\"clock_ms\":\"1969-12-31T23:59:59.999\"")
        .contains("\"clock_ns\":\"1969-12-31T23:59:59.999999\"")
        .contains("\"numbers\":[],\"lists\":[],\"pair\":{\"a\":null,\"b\":null},\"dict\":{}");
  }

  @Test
  void schemaIsThatOfTheFile() throws Exception {
    Path file = file("every-type.parquet");
    assertThat(ParquetFooter.read(file, Files.size(file)).schema().fields())
        .extracting(f -> f.name() + " " + f.type().ddl())
        .contains(
            "u8 smallint",
            "u16 int",
            "u32 bigint",
            "u64 decimal(20,0)",
            "d38 decimal(38,9)",
            "clock_ns timestamp_ntz",
            "instant timestamp",
            "lists array<array<string>>",
            "pair struct<a: int, b: struct<c: string>>",
            "dict map<string,int>",
            "items array<struct<n: int, t: array<string>>>");
  }

  @Test
  void widerTypesCanBeDeclared() throws Exception {
    Schema wider =
        Schema.of(
            Field.of("tiny", SimpleType.BIGINT),
            Field.of("single", SimpleType.DOUBLE),
            Field.of("whole", SimpleType.DOUBLE),
            Field.of("day", SimpleType.TIMESTAMP_NTZ),
            Field.of("clock", SimpleType.TIMESTAMP),
            Field.of("later", SimpleType.STRING));
    FileRows read =
        FileRows.of(
            file("every-type.parquet"), wider, List.of(), BadRecordPolicy.FAIL, Optional.empty());
    assertThat(read.rows().get(0))
        .isEqualTo(
            "{\"tiny\":-128,\"single\":1.5,\"whole\":-2.147483648E9,"
                + "\"day\":\"1969-12-31T00:00:00.000\",\"clock\":\"2026-01-01T12:00:00.123456Z\","
                + "\"later\":null}");
  }

  @Test
  void columnsThatDoNotFitAreNamedAllAtOnce() throws Exception {
    Path file = file("every-type.parquet");
    Schema schema =
        Schema.of(
            Field.of("big", SimpleType.INT),
            Field.of("Label", SimpleType.STRING),
            Field.notNull("gone", SimpleType.INT),
            Field.of("instant", SimpleType.TIMESTAMP_NTZ));
    assertThat(
            ParquetReader.objections(
                ParquetFooter.read(file, Files.size(file)), schema, Optional.empty()))
        .containsExactly(
            "column `big` is bigint in it, and not readable as int",
            "it has no column `Label`, but `label`",
            "it has no column `gone`, which is `not null`",
            "column `instant` is timestamp in it, and not readable as timestamp_ntz");
    assertThat(
            ParquetReader.objections(
                ParquetFooter.read(file, Files.size(file)),
                Schema.of(Field.of("other", SimpleType.INT)),
                Optional.empty()))
        .containsExactly("it has none of the declared columns");
  }

  /** Ids 0 to 6143 in groups of 2048, a day and a label a group; `half` is null in the first. */
  @ParameterizedTest
  @CsvSource({
    "id, EQUAL, 2048, 2048",
    "id, EQUAL, 6144, 0",
    "id, LESS, 2048, 2048",
    "id, AT_MOST, 2048, 4096",
    "id, GREATER, 4095, 2048",
    "id, AT_LEAST, 4095, 4096",
    "day, EQUAL, 20455, 2048",
    "day, GREATER, 20456, 0",
    "kind, EQUAL, 2, 6144",
    "half, IS_NULL, 0, 2048",
    "half, IS_NOT_NULL, 0, 4096"
  })
  void rowGroupsWithoutWantedRowsAreLeftOut(
      String column, Condition.Test test, long value, int rows) throws Exception {
    Path file = file("three-groups.parquet");
    Schema schema = ParquetFooter.read(file, Files.size(file)).schema();
    Condition condition = new Condition(schema.find(column).getAsInt(), test, value);
    assertThat(
            FileRows.of(file, schema, List.of(condition), BadRecordPolicy.FAIL, Optional.empty())
                .rows())
        .hasSize(rows);
  }

  /** NaN is greater than every number, and in no bounds. */
  @ParameterizedTest
  @CsvSource({"LESS, 1024, 0", "LESS, 1024.5, 2048", "GREATER, 5000, 4096", "EQUAL, 0.5, 0"})
  void boundsOfDoublesOnlyTellWhatIsLess(Condition.Test test, double value, int rows)
      throws Exception {
    Path file = file("three-groups.parquet");
    Schema schema = Schema.of(Field.of("half", SimpleType.DOUBLE));
    Condition condition = new Condition(0, test, value);
    assertThat(
            FileRows.of(file, schema, List.of(condition), BadRecordPolicy.FAIL, Optional.empty())
                .rows())
        .hasSize(rows);
  }

  @Test
  void textsAreComparedByBytes() throws Exception {
    Path file = file("three-groups.parquet");
    Schema schema = Schema.of(Field.of("label", SimpleType.STRING));
    Condition condition = new Condition(0, Condition.Test.GREATER, "group-1");
    assertThat(
            FileRows.of(file, schema, List.of(condition), BadRecordPolicy.FAIL, Optional.empty())
                .rows())
        .hasSize(2048)
        .containsOnly("{\"label\":\"group-2\"}");
  }

  @Test
  void nullInANotNullColumnIsABadRow() throws Exception {
    Schema schema =
        Schema.of(Field.notNull("tiny", SimpleType.INT), Field.of("label", SimpleType.STRING));
    FileRows dropped =
        FileRows.of(
            file("every-type.parquet"), schema, List.of(), BadRecordPolicy.DROP, Optional.empty());
    assertThat(dropped.rows())
        .containsExactly("{\"tiny\":-128,\"label\":\"snow ☃\"}", "{\"tiny\":127,\"label\":\"\"}");
    assertThat(dropped.bad())
        .containsExactly("2: column `tiny` is null, and `not null` is declared");
  }

  @Test
  void invalidTextIsABadRowThatCanBeKept() throws Exception {
    Path file = folder.resolve("raw.parquet");
    byte[][] values = {{'a'}, {(byte) 0xC3, '('}, {(byte) 0xC3, (byte) 0xA4}};
    writeRaw(file, values);
    Schema declared =
        Schema.of(Field.of("v", SimpleType.STRING), Field.of("bad", SimpleType.STRING));
    FileRows kept = FileRows.of(file, declared, List.of(), BadRecordPolicy.KEEP, Optional.of(1));
    assertThat(kept.rows())
        .containsExactly(
            "{\"v\":\"a\",\"bad\":null}",
            "{\"v\":null,\"bad\":\"{\\\"v\\\":null}\"}",
            "{\"v\":\"ä\",\"bad\":null}");
    assertThat(kept.bad()).containsExactly("2: column `v`: \\xC3( is not string");
  }

  @Test
  void everyBadRowIsToldWithItsOwnValue() throws Exception {
    Path file = folder.resolve("raw.parquet");
    writeRaw(file, new byte[][] {{(byte) 0xC3, '('}, {'a'}, {(byte) 0xFF}});
    Schema declared = Schema.of(Field.of("v", SimpleType.STRING));
    FileRows dropped =
        FileRows.of(file, declared, List.of(), BadRecordPolicy.DROP, Optional.empty());
    assertThat(dropped.bad())
        .containsExactly(
            "1: column `v`: \\xC3( is not string", "3: column `v`: \\xFF is not string");
  }

  @Test
  void fileThatIsCutOffIsNoFile() throws Exception {
    byte[] whole = Files.readAllBytes(file("three-groups.parquet"));
    for (int size : new int[] {0, 3, 100, whole.length / 2, whole.length - 1}) {
      Path cut = Files.write(folder.resolve("cut"), java.util.Arrays.copyOf(whole, size));
      assertThatThrownBy(() -> ParquetFooter.read(cut, size))
          .isInstanceOf(DamagedException.class)
          .hasMessageMatching("it is (empty|no Parquet file|cut off).*");
    }
  }

  private static void writeRaw(Path file, byte[][] values) throws IOException {
    Schema binary = Schema.of(Field.of("v", SimpleType.BINARY));
    BytesBuilder builder = new BytesBuilder();
    for (byte[] value : values) {
      builder.append(value, 0, value.length);
    }
    ParquetEncoder encoder = new ParquetEncoder(binary, Codec.NONE);
    ByteSink out = new ByteSink();
    encoder.begin(out);
    encoder.encode(new Batch(binary, new Column[] {builder.build()}, values.length), out);
    encoder.end(out);
    try (var stream = Files.newOutputStream(file)) {
      out.drainTo(stream);
    }
  }
}
