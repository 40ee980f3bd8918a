package tidemark.operators.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.format.ByteSink;
import tidemark.operators.types.SimpleType;

/** Pages that hold less than they say, or say it of more values than memory could hold. */
class PagesTest {
  private static final SchemaNode NULLABLE_BIGINT =
      new SchemaNode(
          "v", Optional.of(Physical.INT64), 0, Annotation.NONE, false, true, 1, 0, 0, List.of());

  @TempDir private Path folder;

  /** A page of two values that says it has 16 bytes of them, and has none. */
  private Pages page(int level) throws IOException {
    return page(2, new byte[] {2 << 1, (byte) level});
  }

  /** A page of the second version whose bytes end with its definition levels. */
  private Pages page(int values, byte[] levels) throws IOException {
    ByteSink out = start();
    new ThriftWriter(out)
        .integer(1, PageHeader.DATA_V2)
        .integer(2, levels.length + 2 * Long.BYTES)
        .integer(3, levels.length)
        .struct(8)
        .integer(1, values)
        .integer(2, 0)
        .integer(3, values)
        .integer(4, 0)
        .integer(5, levels.length)
        .integer(6, 0)
        .close()
        .close();
    out.write(levels, 0, levels.length);
    return pages(values, out);
  }

  /** A dictionary of plain values. */
  private Pages dictionary(int values, int bytes) throws IOException {
    ByteSink out = start();
    new ThriftWriter(out)
        .integer(1, PageHeader.DICTIONARY)
        .integer(2, bytes)
        .integer(3, bytes)
        .struct(7)
        .integer(1, values)
        .integer(2, 0)
        .close()
        .close();
    out.write(new byte[bytes], 0, bytes);
    return pages(values, out);
  }

  private static ByteSink start() {
    ByteSink out = new ByteSink();
    out.write(new byte[] {'P', 'A', 'R', '1'}, 0, 4);
    return out;
  }

  private Pages pages(int values, ByteSink out) throws IOException {
    Path path = folder.resolve("page");
    try (OutputStream file = Files.newOutputStream(path)) {
      out.drainTo(file);
    }
    long size = Files.size(path);
    ParquetFile file = new ParquetFile(path, size);
    return new Pages(
        file,
        new FileMetadata.ColumnChunk(0, values, 4, size - 4, size - 4, Statistics.UNKNOWN),
        NULLABLE_BIGINT,
        new PageRoom());
  }

  @Test
  void valuesThatAreNotThereAreDamage() throws IOException {
    Pages pages = page(1);
    assertThat(pages.next()).isTrue();
    assertThatThrownBy(() -> pages.decoder().longs(new long[2], 0, 2))
        .isInstanceOf(DamagedException.class)
        .hasMessage("a page has no bytes for its values");
  }

  @Test
  void nullsNeedNoBytes() throws IOException {
    Pages pages = page(0);
    assertThat(pages.next()).isTrue();
    boolean[] nulls = new boolean[2];
    assertThat(pages.definitions().readZeros(nulls, 0, 2)).isZero();
    assertThat(nulls).containsExactly(true, true);
  }

  /** 64 values of eight bytes would be 512. */
  @Test
  void aDictionaryHasNoMoreValuesThanItsBytesHold() throws IOException {
    assertThatThrownBy(dictionary(64, 511)::next)
        .isInstanceOf(DamagedException.class)
        .hasMessage(PlainValues.tooShort().getMessage());
  }

  /** One run of nulls, two thousand million of them: more than an array can hold. */
  @Test
  void aPageOfMoreNullsThanMemoryHoldsIsReadRowByRow() throws IOException {
    byte[] levels = {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F, 0};
    LeafCursor cursor =
        new LeafCursor(
            new ColumnPlan.Leaf(
                NULLABLE_BIGINT, Conversion.of(Conversion.Kind.LONG, SimpleType.BIGINT)),
            page(Integer.MAX_VALUE, levels));
    cursor.load(50_000);
    LongBuilder column = new LongBuilder();
    for (int row = 0; row < 50_000; row++) {
      assertThat(cursor.append(column)).isEmpty();
    }
    assertThatThrownBy(cursor::definition).isInstanceOf(DamagedException.class);
    assertThat(column.size()).isEqualTo(50_000);
  }
}
