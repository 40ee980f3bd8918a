package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.operators.format.Decoding.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** The fast scanner and the strict parser must say the same of every record. */
final class FastJsonTest {
  private static final FormatOptions JSON = FormatOptions.of(Format.NDJSON);
  private static final StructType STRUCT =
      new StructType(
          List.of(
              Field.of("x", SimpleType.INT),
              Field.of("name", SimpleType.STRING),
              Field.notNull("must", SimpleType.DOUBLE),
              Field.of("at", SimpleType.TIMESTAMP),
              Field.of("wide", new DecimalType(30, 2)),
              Field.of("yes", SimpleType.BOOLEAN),
              Field.of("few", new DecimalType(9, 3)),
              Field.of("raw", SimpleType.BINARY),
              Field.of("more", new ArrayType(SimpleType.STRING))));
  private static final Schema SCHEMA = columns();

  private static Schema columns() {
    List<Field> fields =
        new ArrayList<>(
            schema(
                    "s", SimpleType.STRING,
                    "i", SimpleType.INT,
                    "l", SimpleType.BIGINT,
                    "d", SimpleType.DOUBLE,
                    "f", SimpleType.FLOAT,
                    "b", SimpleType.BOOLEAN,
                    "t", SimpleType.TIMESTAMP,
                    "n", SimpleType.TIMESTAMP_NTZ,
                    "day", SimpleType.DATE,
                    "m", new DecimalType(9, 3),
                    "w", new DecimalType(30, 3),
                    "tiny", SimpleType.TINYINT,
                    "a", new ArrayType(SimpleType.INT),
                    "st", STRUCT,
                    "mp", new MapType(SimpleType.STRING, new ArrayType(STRUCT)),
                    "_raw", SimpleType.STRING)
                .fields());
    return new Schema(fields);
  }

  private final long seed = Long.getLong("tidemark.seed", 90210L);
  private final Random random = new Random(seed);
  private final RandomJson records = new RandomJson(random);

  /** Rows and reports of a decoder; the strict one learns nothing, so each record is parsed. */
  private static String read(byte[] file, Schema schema, BitSet needed, boolean fast) {
    StringBuilder said = new StringBuilder();
    RowCells rows =
        new RowCells(
            schema,
            needed,
            new RowCells.Target(
                BadRecordPolicy.KEEP,
                Optional.of(schema.size() - 1),
                (where, line, b, from, length, reason) ->
                    said.append(line).append(reason).append('\n'),
                "",
                () -> 1));
    NdjsonDecoder decoder = fast ? new NdjsonDecoder(rows, JSON) : NdjsonDecoder.strict(rows, JSON);
    ByteSink out = new ByteSink();
    Encoder encoder = new NdjsonEncoder(schema);
    // What stands behind the input looks like its continuation.
    byte[] buffer = java.util.Arrays.copyOf(file, file.length * 2 + 400);
    buffer[file.length] = '\n';
    System.arraycopy(file, 0, buffer, file.length + 1, file.length);
    int at = 0;
    while (at < file.length) {
      at = decoder.decode(buffer, at, file.length, true);
      Batch batch = decoder.take();
      encoder.encode(batch, out);
    }
    return said + out.toString();
  }

  @Test
  void agreeOnGeneratedAndMutatedRecords() {
    for (int round = 0; round < 400 * Integer.getInteger("tidemark.fuzz", 1); round++) {
      byte[] file = records.file(round % 4 == 0 ? 0 : 0.05);
      BitSet needed = new BitSet();
      needed.set(SCHEMA.size() - 1);
      for (int i = 0; i < SCHEMA.size(); i++) {
        needed.set(i, round % 3 != 0 || random.nextBoolean());
      }
      Schema schema = round % 5 == 0 ? withNotNull() : SCHEMA;
      assertThat(read(file, schema, needed, true))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(read(file, schema, needed, false))
          .as("each says where a record is malformed")
          .doesNotContain("not one JSON object\n");
    }
  }

  private static Schema withNotNull() {
    List<Field> fields = new ArrayList<>(SCHEMA.fields());
    fields.set(1, Field.notNull("i", SimpleType.INT));
    return new Schema(fields);
  }

  @Test
  void plainRecordsAreReadByTheFastScanner() {
    Schema schema =
        schema("ts", SimpleType.TIMESTAMP, "k", SimpleType.STRING, "v", SimpleType.DOUBLE);
    RowCells rows = rows(schema);
    FastJson fast = new FastJson(rows, JSON);
    String record =
        "{\"ts\":\"2024-01-01T00:00:00.5Z\",\"q\":\"a\\\"b\",\"k\":\"caf\u00e9\",\"v\":-1.25}\n";
    byte[] buffer =
        java.util.Arrays.copyOf((record + record + record).getBytes(StandardCharsets.UTF_8), 2000);
    rows.attach(buffer);
    int to = 3 * record.getBytes(StandardCharsets.UTF_8).length;
    rows.openRow();
    assertThat(fast.readByShape(buffer, 0, to)).as("no shape is known").isEqualTo(FastJson.UNSURE);
    fast.learn(buffer, 0, to / 3 - 1);
    assertThat(fast.readByShape(buffer, 0, to)).isEqualTo(to / 3);
    rows.take();
    for (int cut = 1; cut < to / 3; cut++) { // what stands behind the end does not count
      assertThat(fast.readLines(buffer, to / 3, to - cut)).isEqualTo(2 * to / 3);
    }
    rows.take();
    assertThat(fast.readLines(buffer, 0, to)).isEqualTo(to);
    assertThat(rows.rows).isEqualTo(3);
  }

  /** Name by name at first, along the shape then. */
  @Test
  void escapesAndPartsAreReadByTheFastScanner() {
    Schema schema = schema("k", SimpleType.STRING, "st", STRUCT, "d", SimpleType.DOUBLE);
    for (String record :
        List.of(
            "{\"k\":\"a\\/b \\u00e9\\ud83d\\ude00\",\"d\":1e-05}",
            "{\"k\":{\"kept\":[1, true]},\"d\":-1.5E+10}",
            "{\"unneeded\":{\"a\":[{\"b\":null},[]],\"c\":1e300},\"k\":\"x\"}",
            "{\"st\":{\"must\":1,\"wide\":1234567890123456789.25,\"few\":\"1.5\",\"new\":{},\"more\":[\"\\n\",null]}}",
            "{\"st\":null}")) {
      RowCells rows = rows(schema);
      FastJson fast = new FastJson(rows, JSON);
      byte[] line = (record + "\n").getBytes(StandardCharsets.UTF_8);
      byte[] buffer = java.util.Arrays.copyOf(line, line.length + 2000);
      rows.attach(buffer);
      rows.openRow();
      assertThat(fast.readByShape(buffer, 0, line.length)).as(record).isEqualTo(FastJson.UNSURE);
      assertThat(fast.readLines(buffer, 0, line.length)).as(record).isEqualTo(line.length);
      assertThat(fast.readByShape(buffer, 0, line.length)).as(record).isEqualTo(line.length);
    }
  }

  private static RowCells rows(Schema schema) {
    BitSet needed = new BitSet();
    needed.set(0, schema.size());
    return new RowCells(
        schema,
        needed,
        new RowCells.Target(
            BadRecordPolicy.FAIL, Optional.empty(), (a, b, c, d, e, f) -> {}, "", () -> 1));
  }
}
