package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;
import static tidemark.operators.format.Decoding.schema;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
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
      byte[] file = file(round % 4 == 0 ? 0 : 0.05);
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
      assertThat(fast.readLines(buffer, 0, line.length)).as(record).isEqualTo(line.length);
      assertThat(fast.readLines(buffer, 0, line.length)).as(record).isEqualTo(line.length);
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

  private byte[] file(double mutation) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    int shape = random.nextInt(1000);
    for (int i = 0; i < 60; i++) {
      if (random.nextInt(10) == 0) {
        shape = random.nextInt(1000);
      }
      byte[] record = record(new Random(shape)).getBytes(StandardCharsets.UTF_8);
      if (random.nextDouble() < mutation * 4) {
        record = mutated(record);
      }
      file.writeBytes(record);
      file.writeBytes((random.nextInt(20) == 0 ? "\r\n" : "\n").getBytes(StandardCharsets.UTF_8));
    }
    byte[] all = file.toByteArray();
    return random.nextBoolean() ? all : java.util.Arrays.copyOf(all, all.length - 1);
  }

  private static final String[] NAMES = {
    "s",
    "i",
    "l",
    "d",
    "f",
    "b",
    "t",
    "n",
    "day",
    "m",
    "w",
    "tiny",
    "a",
    "st",
    "mp",
    "other",
    "x1",
    "latency_in_milliseconds",
    "\u00e9",
    "q\\u0041",
    "_raw"
  };

  /** Names and spaces depend on the shape, values on the test's own randomness. */
  private String record(Random shape) {
    String space = shape.nextInt(4) == 0 ? " " : "";
    StringBuilder record = new StringBuilder("{");
    int count = shape.nextInt(9);
    int first = shape.nextInt(NAMES.length);
    int step = shape.nextInt(3) == 0 ? 0 : 1 + 2 * shape.nextInt(3);
    for (int i = 0; i < count; i++) {
      boolean odd = shape.nextInt(4) == 0;
      String name = NAMES[Math.floorMod(first + i * Math.max(1, step), odd ? NAMES.length : 18)];
      record
          .append(i == 0 ? "" : "," + space)
          .append('"')
          .append(name)
          .append("\":")
          .append(space)
          .append(value(name));
    }
    return record.append('}').toString();
  }

  private String value(String name) {
    if (random.nextInt(12) == 0) {
      return any();
    }
    return switch (name) {
      case "i", "l", "tiny" -> integer();
      case "d", "f" -> number();
      case "m", "w" -> decimal();
      case "b" -> random.nextBoolean() ? "true" : "false";
      case "t", "n", "day" -> '"' + time() + '"';
      case "a" -> parts('[', ']', 4, () -> random.nextInt(6) == 0 ? any() : integer());
      case "st" -> struct();
      case "mp" -> parts('{', '}', 3, () -> memberName() + parts('[', ']', 3, this::struct));
      case "other" -> tree(0);
      default -> random.nextInt(4) == 0 ? any() : string();
    };
  }

  private String struct() {
    if (random.nextInt(15) == 0) {
      return any();
    }
    List<String> members = new ArrayList<>();
    for (String name : List.of("x", "name", "must", "at", "wide", "yes", "few", "raw", "more")) {
      if (random.nextInt(8) != 0) {
        members.add('"' + name + "\":" + space() + field(name));
      }
    }
    if (random.nextInt(3) == 0) {
      members.add(random.nextInt(members.size() + 1), memberName() + tree(0));
    }
    if (random.nextInt(4) == 0) {
      java.util.Collections.shuffle(members, random);
    }
    return '{' + space() + String.join("," + space(), members) + space() + '}';
  }

  private String field(String name) {
    if (random.nextInt(25) == 0) {
      return any();
    }
    return switch (name) {
      case "x" -> integer();
      case "must" -> number();
      case "wide", "few" -> decimal();
      case "at" -> '"' + time() + '"';
      case "yes" -> random.nextBoolean() ? "true" : "null";
      case "raw" -> random.nextBoolean() ? "\"AAEC\"" : "null";
      case "more" -> parts('[', ']', 4, () -> random.nextInt(5) == 0 ? tree(1) : string());
      default -> random.nextInt(5) == 0 ? tree(1) : string();
    };
  }

  /** Any JSON, now and then with a name twice, or deeper than is looked into at once. */
  private String tree(int depth) {
    if (random.nextInt(200) == 0) {
      int deep = random.nextInt(100);
      return "[".repeat(deep) + string() + "]".repeat(deep);
    }
    return switch (depth > 3 ? 2 : random.nextInt(4)) {
      case 0 -> parts('[', ']', 4, () -> tree(depth + 1));
      case 1 -> parts('{', '}', 4, () -> memberName() + tree(depth + 1));
      default -> any();
    };
  }

  private String memberName() {
    String[] names = {"k", "x", "name", "a_longer_name", "a_longer_nase", "\u00e9", "q\\u0041", ""};
    return '"' + names[random.nextInt(names.length)] + random.nextInt(60) + "\":" + space();
  }

  private String parts(char open, char close, int most, Supplier<String> part) {
    List<String> all = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      all.add(part.get());
    }
    return open + space() + String.join(space() + "," + space(), all) + space() + close;
  }

  private String space() {
    return random.nextInt(30) == 0 ? " \t" : "";
  }

  private String any() {
    return switch (random.nextInt(12)) {
      case 0 -> "null";
      case 1 -> "true";
      case 2 -> "{\"a\":[1,{}]}";
      case 3 -> "[]";
      case 4 -> "NaN";
      case 5 -> "\"NaN\"";
      case 6 -> "01";
      case 7 -> "1e" + random.nextInt(400);
      case 8 -> "-";
      case 9 -> number();
      case 10 -> integer();
      default -> string();
    };
  }

  private String integer() {
    return switch (random.nextInt(6)) {
      case 0 -> "0";
      case 1 -> "-0";
      case 2 -> Long.toString(random.nextLong());
      case 3 -> Long.toString(random.nextInt());
      case 4 -> random.nextLong() + "" + random.nextInt(100);
      default -> Integer.toString(random.nextInt(300) - 150);
    };
  }

  private String number() {
    return switch (random.nextInt(6)) {
      case 0 -> integer();
      case 1 ->
          random.nextGaussian() + (random.nextBoolean() ? "" : "e" + (random.nextInt(80) - 40));
      case 2 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
      case 3 -> random.nextInt(1000) + "." + random.nextInt(1000);
      case 4 -> random.nextInt(1000) + ".";
      default -> "-0." + "0".repeat(random.nextInt(25)) + random.nextInt(1000);
    };
  }

  private String decimal() {
    return random.nextInt(3) == 0 ? '"' + number() + '"' : number();
  }

  private String time() {
    String date =
        String.format(
            "20%02d-%02d-%02d", random.nextInt(30), 1 + random.nextInt(13), 1 + random.nextInt(31));
    return switch (random.nextInt(6)) {
      case 0 -> date;
      case 1 -> date + " 01:02:03";
      case 2 -> date + "T01:02:03.123456789+02:00";
      case 3 -> date + "T25:02:03Z";
      default -> date + "T01:02:0" + random.nextInt(10) + "." + random.nextInt(1000) + "Z";
    };
  }

  private String string() {
    return switch (random.nextInt(6)) {
      case 0 -> "\"\"";
      case 1 -> "\"caf\u00e9 \u65e5\ud83d\ude00\"";
      case 2 -> "\"a\\n\\u00e9\\\"\\\\" + "\\/\\b\\uD83D\\ude00".repeat(random.nextInt(30)) + "x\"";
      case 3 -> "\"\\ud83d\"";
      case 4 -> "\"\\x\"";
      default -> "\"" + "x".repeat(random.nextInt(40)) + "\"";
    };
  }

  private byte[] mutated(byte[] record) {
    byte[] copy = record.clone();
    if (copy.length == 0) {
      return copy;
    }
    int at = random.nextInt(copy.length);
    switch (random.nextInt(4)) {
      case 0 -> copy[at] = (byte) random.nextInt(256);
      case 1 -> copy[at] = (byte) "{}[]:,\"\\ 0.e-n\t\u0001".charAt(random.nextInt(16));
      case 2 -> copy = java.util.Arrays.copyOf(copy, at);
      default -> {
        int other = random.nextInt(copy.length);
        System.arraycopy(
            record,
            Math.min(at, other),
            copy,
            Math.max(at, other),
            copy.length - Math.max(at, other));
      }
    }
    for (int i = 0; i < copy.length; i++) {
      copy[i] = copy[i] == '\n' ? (byte) ' ' : copy[i];
    }
    return copy;
  }
}
