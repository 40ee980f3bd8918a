package tidemark.operators.parquet;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.codec.Codec;
import tidemark.operators.codec.LittleEndian;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.types.Schema;

/**
 * Writes a Parquet file: rows are held until they fill a row group. Pieces that other encoders
 * wrote without beginning and end can be joined.
 */
public final class ParquetEncoder implements Encoder {
  private static final int GROUP_ROWS = 1 << 17;
  private static final long GROUP_BYTES = 64L << 20;
  private static final byte[] MAGIC = {'P', 'A', 'R', '1'};

  private final Schema schema;
  private final Codec codec;
  private final List<ColumnShredder> columns = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private int rows;
  private long position;

  /**
   * A row group that was written.
   *
   * @param position of its first page in the bytes of its encoder
   */
  private record Group(long position, long rows, List<ChunkWriter.Written> chunks) {}

  public ParquetEncoder(Schema schema, Codec codec) {
    this.schema = schema;
    this.codec = codec;
    schema.fields().forEach(field -> columns.add(ColumnShredder.of(field.type())));
  }

  @Override
  public void begin(ByteSink out) {
    out.write(MAGIC, 0, MAGIC.length);
    position += MAGIC.length;
  }

  @Override
  public void encode(Batch batch, ByteSink out) {
    Selection selection = batch.selection();
    int count = selection.count();
    for (int c = 0; c < columns.size(); c++) {
      Column column = batch.column(c);
      ColumnShredder shredder = columns.get(c);
      for (int i = 0; i < count; i++) {
        shredder.append(column, selection.row(i));
      }
    }
    rows += count;
    if (rows >= GROUP_ROWS || size() >= GROUP_BYTES) {
      flush(out);
    }
  }

  @Override
  public void flush(ByteSink out) {
    if (rows == 0) {
      return;
    }
    int start = out.size();
    List<ChunkWriter.Written> chunks = new ArrayList<>();
    for (ColumnShredder column : columns) {
      for (LeafBuffer leaf : column.leaves()) {
        chunks.add(ChunkWriter.write(leaf, codec, out));
        leaf.clear();
      }
    }
    groups.add(new Group(position, rows, chunks));
    position += out.size() - start;
    rows = 0;
  }

  @Override
  public void join(Encoder piece) {
    ParquetEncoder other = (ParquetEncoder) piece;
    for (Group group : other.groups) {
      groups.add(new Group(position + group.position(), group.rows(), group.chunks()));
    }
    position += other.position;
  }

  @Override
  public void end(ByteSink out) {
    flush(out);
    int start = out.size();
    ThriftWriter footer = new ThriftWriter(out);
    footer.integer(1, 1);
    SchemaText.write(footer, 2, schema);
    footer.number(3, groups.stream().mapToLong(Group::rows).sum());
    footer.structs(4, groups.size());
    List<List<String>> paths = SchemaText.paths(schema);
    groups.forEach(group -> write(group, paths, footer));
    footer.text(6, "tidemark version 1");
    footer.structs(7, paths.size());
    paths.forEach(path -> footer.element().struct(1).close().close());
    footer.close();
    int length = out.size() - start;
    int at = out.grow(Integer.BYTES);
    LittleEndian.putInt(out.bytes(), at, length);
    out.write(MAGIC, 0, MAGIC.length);
  }

  private long size() {
    long size = 0;
    for (ColumnShredder column : columns) {
      for (LeafBuffer leaf : column.leaves()) {
        size += leaf.size();
      }
    }
    return size;
  }

  private void write(Group group, List<List<String>> paths, ThriftWriter footer) {
    footer.element();
    footer.structs(1, group.chunks().size());
    long at = group.position();
    long unpacked = 0;
    for (int i = 0; i < group.chunks().size(); i++) {
      ChunkWriter.Written chunk = group.chunks().get(i);
      write(chunk, paths.get(i), at, footer);
      at += chunk.packedBytes();
      unpacked += chunk.unpackedBytes();
    }
    footer.number(2, unpacked).number(3, group.rows()).close();
  }

  private void write(ChunkWriter.Written chunk, List<String> path, long at, ThriftWriter footer) {
    footer.element().number(2, at).struct(3);
    footer.integer(1, chunk.physical().ordinal());
    footer.integers(2, chunk.hasDictionary() ? new int[] {0, 3, 8} : new int[] {0, 3});
    footer.texts(3, path, path.size());
    footer.integer(4, codecNumber());
    footer.number(5, chunk.values());
    footer.number(6, chunk.unpackedBytes());
    footer.number(7, chunk.packedBytes());
    footer.number(9, at + chunk.dataOffset());
    if (chunk.hasDictionary()) {
      footer.number(11, at);
    }
    footer.struct(12).number(3, chunk.statistics().nulls());
    chunk.statistics().greatest().ifPresent(bytes -> footer.binary(5, bytes.bytes()));
    chunk.statistics().least().ifPresent(bytes -> footer.binary(6, bytes.bytes()));
    footer.close().close().close();
  }

  private int codecNumber() {
    return switch (codec) {
      case NONE -> 0;
      case SNAPPY -> 1;
      case GZIP -> 2;
      case ZSTD -> 6;
      case DEFLATE, LZ4, LZ4_RAW, BZIP2 -> throw new AssertionError(codec);
    };
  }
}
