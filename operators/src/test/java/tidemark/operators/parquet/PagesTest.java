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
import tidemark.operators.codec.DamagedException;
import tidemark.operators.format.ByteSink;

/** Pages of the second version whose bytes end with their levels. */
class PagesTest {
  private static final SchemaNode NULLABLE_BIGINT =
      new SchemaNode(
          "v", Optional.of(Physical.INT64), 0, Annotation.NONE, false, true, 1, 0, 0, List.of());

  @TempDir private Path folder;

  /** A page of two values that says it has 16 bytes of them, and has none. */
  private Pages page(int level) throws IOException {
    byte[] levels = {2 << 1, (byte) level};
    ByteSink out = new ByteSink();
    out.write(new byte[] {'P', 'A', 'R', '1'}, 0, 4);
    new ThriftWriter(out)
        .integer(1, PageHeader.DATA_V2)
        .integer(2, levels.length + 2 * Long.BYTES)
        .integer(3, levels.length)
        .struct(8)
        .integer(1, 2)
        .integer(2, 0)
        .integer(3, 2)
        .integer(4, 0)
        .integer(5, levels.length)
        .integer(6, 0)
        .close()
        .close();
    out.write(levels, 0, levels.length);
    Path path = folder.resolve("page");
    try (OutputStream file = Files.newOutputStream(path)) {
      out.drainTo(file);
    }
    long size = Files.size(path);
    ParquetFile file = new ParquetFile(path, size);
    return new Pages(
        file,
        new FileMetadata.ColumnChunk(0, 2, 4, size - 4, size - 4, Statistics.UNKNOWN),
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
}
