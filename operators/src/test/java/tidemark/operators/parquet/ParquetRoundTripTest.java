package tidemark.operators.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.codec.Codec;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.format.RandomRows;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Random rows of random types, written and read again; and damaged files. */
class ParquetRoundTripTest {
  private static final List<Codec> CODECS =
      List.of(Codec.NONE, Codec.SNAPPY, Codec.GZIP, Codec.ZSTD);

  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    long seed = System.nanoTime();
    for (int round = 0; round < 60; round++) {
      Random random = new Random(seed + round);
      Schema schema = RandomRows.schema(random);
      List<Batch> batches = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(4); i++) {
        batches.add(RandomRows.batch(schema, random.nextInt(round % 10 == 0 ? 4096 : 300), random));
      }
      Path file = write(schema, batches, CODECS.get(round % 4), random.nextBoolean());
      ByteSink expected = new ByteSink();
      Encoder text = Formats.encoder(FormatOptions.of(Format.NDJSON), schema);
      batches.forEach(batch -> text.encode(batch, expected));
      FileRows read = FileRows.of(file);
      assertThat(read.rows())
          .as("seed %d, round %d, %s", seed, round, schema)
          .isEqualTo(expected.toString().lines().toList());
      assertThat(read.bad()).isEmpty();
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
    FileRows read = FileRows.of(write(schema, List.of(builder.take()), Codec.NONE, false));
    assertThat(read.rows()).containsExactly("{\"v\":\"\uFFFDA\uFFFD\",\"b\":\"gEHigg==\"}");
    assertThat(read.bad()).isEmpty();
  }

  /** A length that ends where the buffer of a page ends, wherever that is. */
  @Test
  void buffersGrowAtAnyByte() throws IOException {
    Schema schema = Schema.of(Field.of("v", SimpleType.STRING));
    for (int shift = 0; shift < 16; shift++) {
      BatchBuilder builder = new BatchBuilder(schema);
      List<Batch> batches = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      for (int row = 0; row < 6000; row++) {
        String value = row == 0 ? "x".repeat(shift) : String.format("%012d", row);
        ((BytesBuilder) builder.column(0)).append(value);
        builder.closeRow();
        expected.add("{\"v\":\"" + value + "\"}");
        if (builder.rows() == Batch.MAX_ROWS || row == 5999) {
          batches.add(builder.take());
        }
      }
      assertThat(FileRows.of(write(schema, batches, Codec.NONE, false)).rows()).isEqualTo(expected);
    }
  }

  /** Whatever byte is wrong: the file is refused or read, and nothing else happens. */
  @Test
  void damagedFileIsRefusedOrRead() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 25; round++) {
      Schema schema = RandomRows.schema(random);
      Path file =
          write(
              schema, List.of(RandomRows.batch(schema, 40, random)), CODECS.get(round % 4), false);
      byte[] whole = Files.readAllBytes(file);
      for (int i = 0; i < 60; i++) {
        byte[] damaged = whole.clone();
        int at = random.nextInt(3) == 0 ? random.nextInt(whole.length) : footer(whole, random);
        damaged[at] = (byte) random.nextInt(256);
        Files.write(file, damaged);
        try {
          FileRows unused = FileRows.of(file);
        } catch (IOException expected) {
          refused++;
        } catch (RuntimeException wrong) {
          throw new AssertionError("seed " + seed + ", round " + round + ", byte " + at, wrong);
        }
      }
    }
    assertThat(refused).isGreaterThan(300);
  }

  private static int footer(byte[] whole, Random random) {
    return whole.length - 1 - random.nextInt(Math.min(whole.length, 600));
  }

  /** In one piece, or with every second batch in a piece of its own that is joined at the end. */
  private Path write(Schema schema, List<Batch> batches, Codec codec, boolean joined)
      throws IOException {
    ByteSink out = new ByteSink();
    ParquetEncoder encoder = new ParquetEncoder(schema, codec);
    encoder.begin(out);
    if (joined) {
      for (Batch batch : batches) {
        ParquetEncoder piece = new ParquetEncoder(schema, codec);
        ByteSink bytes = new ByteSink();
        piece.encode(batch, bytes);
        piece.flush(bytes);
        out.write(bytes.bytes(), 0, bytes.size());
        encoder.join(piece);
      }
    } else {
      batches.forEach(batch -> encoder.encode(batch, out));
    }
    encoder.end(out);
    Path file = folder.resolve("file.parquet");
    try (var stream = Files.newOutputStream(file)) {
      out.drainTo(stream);
    }
    return file;
  }
}
