package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class EncoderTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("start", SimpleType.TIMESTAMP),
          Field.of("day", SimpleType.DATE),
          Field.of("amount", new DecimalType(10, 2)),
          Field.of("text", SimpleType.STRING),
          Field.of("end", SimpleType.TIMESTAMP_NTZ),
          Field.of("number", SimpleType.BIGINT));

  @ParameterizedTest
  @EnumSource(names = {"NDJSON", "CSV"})
  void rowsAreWrittenAsEachIsAlone(Format format) {
    SplittableRandom random = new SplittableRandom(SEED);
    Encoder together = Formats.encoder(FormatOptions.of(format), SCHEMA);
    for (int round = 0; round < 300; round++) {
      Batch batch = batch(random);
      ByteSink all = new ByteSink();
      together.encode(batch, all);
      ByteSink each = new ByteSink();
      for (int i = 0; i < batch.count(); i++) {
        Batch one = batch.select(Selection.of(new int[] {batch.selection().row(i)}, 1));
        Formats.encoder(FormatOptions.of(format), SCHEMA).encode(one, each);
      }
      assertThat(all.toString()).as("round %d, seed %d", round, SEED).isEqualTo(each.toString());
    }
  }

  /** Whatever bytes a text has, what is written is UTF-8: the text with U+FFFD for the others. */
  @ParameterizedTest
  @EnumSource(names = {"NDJSON", "CSV", "TEXT"})
  void textIsWrittenAsUtf8(Format format) {
    SplittableRandom random = new SplittableRandom(SEED);
    Schema schema = Schema.of(Field.of("text", SimpleType.STRING));
    for (int round = 0; round < 3000; round++) {
      byte[] text = text(random);
      String valid = new String(text, StandardCharsets.UTF_8);
      ByteSink written = encoded(format, schema, text);
      ByteSink expected = encoded(format, schema, valid.getBytes(StandardCharsets.UTF_8));
      assertThat(java.util.Arrays.copyOf(written.bytes(), written.size()))
          .as("round %d, seed %d, %s", round, SEED, valid)
          .isEqualTo(java.util.Arrays.copyOf(expected.bytes(), expected.size()));
      assertThat(Utf8.firstInvalid(written.bytes(), 0, written.size())).isNegative();
    }
  }

  private static ByteSink encoded(Format format, Schema schema, byte[] text) {
    BatchBuilder builder = new BatchBuilder(schema);
    ((BytesBuilder) builder.column(0)).append(text, 0, text.length);
    builder.closeRow();
    ByteSink out = new ByteSink();
    Formats.encoder(FormatOptions.of(format), schema).encode(builder.take(), out);
    return out;
  }

  /** Mostly ASCII, with some bytes of well-formed and other sequences. */
  private static byte[] text(SplittableRandom random) {
    byte[] text = new byte[random.nextInt(40)];
    int odd = random.nextInt(1, 20);
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (random.nextInt(odd) == 0 ? random.nextInt(-128, 0) : random.nextInt(128));
    }
    byte[] letter = "é€😀".getBytes(StandardCharsets.UTF_8);
    if (text.length > letter.length && random.nextBoolean()) {
      System.arraycopy(letter, 0, text, random.nextInt(text.length - letter.length), letter.length);
    }
    return text;
  }

  /** Few values, so that many are those of the row before. */
  private static Batch batch(SplittableRandom random) {
    int nullsFrom = random.nextInt(SCHEMA.size() + 1);
    BatchBuilder builder = new BatchBuilder(SCHEMA);
    int rows = random.nextInt(60);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < SCHEMA.size(); column++) {
        if (column >= nullsFrom && random.nextInt(4) == 0) {
          builder.column(column).appendNull();
        } else if (builder.column(column) instanceof LongBuilder longs) {
          longs.append(random.nextInt(-1, 2));
        } else {
          ((BytesBuilder) builder.column(column)).append("a,\"b" + random.nextInt(2));
        }
      }
      builder.closeRow();
    }
    Batch all = builder.take();
    if (random.nextBoolean()) {
      return all;
    }
    int[] some = IntStream.range(0, rows).filter(row -> random.nextInt(3) > 0).toArray();
    return all.select(Selection.of(some, some.length));
  }
}
