package tidemark.operators.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.codec.Codec;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.format.RandomRows;
import tidemark.operators.format.RowVerdicts;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Avro files, our own and those of others. */
class AvroFileTest {
  private static final List<Codec> CODECS =
      List.of(Codec.NONE, Codec.SNAPPY, Codec.DEFLATE, Codec.ZSTD);

  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    long seed = System.nanoTime();
    for (int round = 0; round < 40; round++) {
      Random random = new Random(seed + round);
      Schema schema = RandomRows.schema(random);
      Batch batch = RandomRows.batch(schema, random.nextInt(2000), random);
      Path file = write(schema, batch, CODECS.get(round % 4));
      ByteSink expected = new ByteSink();
      Formats.encoder(FormatOptions.of(Format.NDJSON), schema).encode(batch, expected);
      Schema read = batch.size() == 0 ? schema : AvroHeader.read(file, Files.size(file)).schema();
      assertThat(rows(file, schema))
          .as("seed %d, round %d, %s", seed, round, schema)
          .isEqualTo(expected.toString().lines().toList());
      assertThat(read.names()).isEqualTo(schema.names());
    }
  }

  @Test
  void damagedFileIsRefusedOrRead() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      Schema schema = RandomRows.schema(random);
      Path file = write(schema, RandomRows.batch(schema, 30, random), CODECS.get(round % 4));
      byte[] whole = Files.readAllBytes(file);
      for (int i = 0; i < 50; i++) {
        byte[] damaged = whole.clone();
        int at = random.nextInt(whole.length);
        damaged[at] = (byte) random.nextInt(256);
        Files.write(file, damaged);
        try {
          AvroHeader header = AvroHeader.read(file, Files.size(file));
          if (header.objections(schema, Optional.empty()).isEmpty()) {
            List<String> unused = rows(file, schema);
          }
        } catch (IOException expected) {
          assertThat(expected).hasMessageMatching("[a-z].{5,}");
        } catch (RuntimeException wrong) {
          throw new AssertionError("seed " + seed + ", round " + round + ", byte " + at, wrong);
        }
      }
    }
  }

  @Test
  void fileThatIsCutOffIsNoFile() throws IOException {
    Schema schema = Schema.of(Field.of("a", SimpleType.STRING));
    Path file = write(schema, RandomRows.batch(schema, 900, new Random(1)), Codec.NONE);
    byte[] whole = Files.readAllBytes(file);
    for (int size : new int[] {0, 3, 60, whole.length / 2, whole.length - 1}) {
      Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, size));
      assertThatThrownBy(() -> AvroHeader.read(cut, size)).isInstanceOf(DamagedException.class);
    }
  }

  @Test
  void columnsThatDoNotFitAreNamed() throws IOException {
    Schema schema =
        Schema.of(Field.of("a", SimpleType.BIGINT), Field.of("b", SimpleType.TIMESTAMP));
    Path file = write(schema, RandomRows.batch(schema, 3, new Random(1)), Codec.NONE);
    AvroHeader header = AvroHeader.read(file, Files.size(file));
    Schema wanted =
        Schema.of(
            Field.of("a", SimpleType.INT),
            Field.of("B", SimpleType.TIMESTAMP),
            Field.notNull("c", SimpleType.INT));
    assertThat(header.objections(wanted, Optional.empty()))
        .containsExactly(
            "column `a` is bigint in it, and not readable as int",
            "it has no column `B`, but `b`",
            "it has no column `c`, which is `not null`");
  }

  /** Where the files of other writers are at hand. */
  @Test
  void filesOfOthersAreReadWholeOrRefused() throws IOException {
    Set<String> refused = new TreeSet<>();
    Optional<List<String>> weather = Optional.empty();
    for (Path file : corpus()) {
      String name = file.getFileName().toString();
      try {
        AvroHeader header = AvroHeader.read(file, Files.size(file));
        if (header.schema().size() > 0 && header.leftOut().isEmpty()) {
          List<String> rows = rows(file, header.schema());
          assertThat(rows).as(name).hasSize((int) header.rows());
          if (name.contains("weather") && !name.contains("sorted") && !name.contains("legacy")) {
            assertThat(rows).as(name).isEqualTo(weather.orElse(rows));
            weather = Optional.of(rows);
          }
        }
      } catch (DamagedException reason) {
        assertThat(reason).as(name).hasMessageMatching("[a-z].{5,}");
        refused.add(name);
      }
    }
    if (weather.isPresent()) {
      assertThat(weather.get())
          .isEqualTo(
              Files.readAllLines(corpus().get(0).resolveSibling("apache-avro__weather.json")));
      assertThat(refused)
          .contains("avro__lang__c__tests__avro-1238-truncated.avro")
          .allMatch(name -> !name.contains("spark-avro"));
    }
  }

  /** Files that others read, too, hold no text that is not UTF-8. */
  @Test
  void textThatIsNotUtf8IsWrittenWithTheReplacementCharacter() throws IOException {
    Schema schema = Schema.of(Field.of("v", SimpleType.STRING), Field.of("b", SimpleType.BINARY));
    BatchBuilder builder = new BatchBuilder(schema);
    byte[] bytes = {(byte) 0x80, 'A', (byte) 0xE2, (byte) 0x82};
    ((BytesBuilder) builder.column(0)).append(bytes, 0, bytes.length);
    ((BytesBuilder) builder.column(1)).append(bytes, 0, bytes.length);
    builder.closeRow();
    assertThat(rows(write(schema, builder.take(), Codec.NONE), schema))
        .containsExactly("{\"v\":\"\uFFFDA\uFFFD\",\"b\":\"gEHigg==\"}");
  }

  private static List<Path> corpus() throws IOException {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    Path shared =
        Path.of(System.getProperty("tidemark.shared", root.resolveSibling("shared").toString()));
    Path corpus = shared.resolve("data/corpus/avro");
    if (!Files.isDirectory(corpus)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(corpus)) {
      return all.filter(f -> f.toString().contains(".avro")).sorted().toList();
    }
  }

  private Path write(Schema schema, Batch batch, Codec codec) throws IOException {
    ByteSink out = new ByteSink();
    Encoder encoder = new AvroEncoder(schema, codec);
    encoder.begin(out);
    encoder.encode(batch, out);
    encoder.end(out);
    Path file = folder.resolve("file.avro");
    try (OutputStream stream = Files.newOutputStream(file)) {
      out.drainTo(stream);
    }
    return file;
  }

  private static List<String> rows(Path file, Schema schema) throws IOException {
    BitSet all = new BitSet();
    all.set(0, schema.size());
    List<String> bad = new ArrayList<>();
    RowVerdicts verdicts =
        new RowVerdicts(
            schema,
            all,
            BadRecordPolicy.DROP,
            Optional.empty(),
            (location, row, buffer, offset, length, reason) -> bad.add(row + ": " + reason),
            file.toString());
    Encoder json = Formats.encoder(FormatOptions.of(Format.NDJSON), schema);
    ByteSink text = new ByteSink();
    AvroHeader header = AvroHeader.read(file, Files.size(file));
    try (AvroReader reader = new AvroReader(file, header, 0, header.blockCount(), verdicts)) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        json.encode(batch, text);
      }
    }
    return text.toString().lines().toList();
  }
}
