package tidemark.operators.avro;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tidemark.operators.avro.AvroSchema.AvroField;
import tidemark.operators.avro.AvroSchema.Kind;
import tidemark.operators.codec.Codec;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** What a file says of itself, and where its blocks are. */
public final class AvroHeader {
  static final byte[] MAGIC = {'O', 'b', 'j', 1};
  static final int SYNC = 16;
  private static final int FIRST_READ = 64 << 10;
  private static final int LARGEST = 16 << 20;

  private final AvroSchema schema;
  private final Codec codec;
  private final byte[] sync;
  private final List<Block> blocks;

  /**
   * Rows that stand together.
   *
   * @param start of the block's bytes in the file
   * @param size of them
   */
  record Block(long start, int size, long rows) {}

  private AvroHeader(AvroSchema schema, Codec codec, byte[] sync, List<Block> blocks) {
    this.schema = schema;
    this.codec = codec;
    this.sync = sync;
    this.blocks = blocks;
  }

  /**
   * Reads the header of the first {@code size} bytes of a file and finds its blocks.
   *
   * @throws DamagedException if they are no whole Avro file
   */
  public static AvroHeader read(Path path, long size) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      if (size == 0) {
        throw new DamagedException("it is empty: an Avro file has a header even without rows");
      }
      int first = (int) Math.min(size, FIRST_READ);
      try {
        return read(file, size, first);
      } catch (DamagedException perhapsCut) {
        if (first == size) {
          throw perhapsCut;
        }
        return read(file, size, (int) Math.min(size, LARGEST));
      }
    }
  }

  private static AvroHeader read(RandomAccessFile file, long size, int headBytes)
      throws IOException {
    byte[] head = new byte[headBytes + Long.BYTES];
    file.seek(0);
    file.readFully(head, 0, headBytes);
    if (headBytes < MAGIC.length || !Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new DamagedException("it is no Avro file: it does not begin with Obj");
    }
    AvroBytes in = new AvroBytes(head, MAGIC.length, headBytes);
    Optional<String> schema = Optional.empty();
    String codec = "null";
    for (int count = in.entries(); count > 0; count = in.entries()) {
      for (int i = 0; i < count; i++) {
        String key = text(in);
        String value = text(in);
        if (key.equals("avro.schema")) {
          schema = Optional.of(value);
        } else if (key.equals("avro.codec")) {
          codec = value;
        }
      }
    }
    int at = in.take(SYNC);
    byte[] sync = Arrays.copyOfRange(head, at, at + SYNC);
    AvroSchema parsed =
        SchemaParser.parse(
            schema.orElseThrow(() -> new DamagedException("its header has no schema")));
    return new AvroHeader(parsed, codec(codec), sync, blocks(file, in.position(), size, sync));
  }

  private static String text(AvroBytes in) throws DamagedException {
    int length = in.length();
    return new String(in.array(), in.take(length), length, StandardCharsets.UTF_8);
  }

  /** Steps from block to block, so that a file that is cut off is found at once. */
  private static List<Block> blocks(RandomAccessFile file, long start, long size, byte[] sync)
      throws IOException {
    List<Block> blocks = new ArrayList<>();
    byte[] bytes = new byte[2 * 10 + Long.BYTES];
    byte[] mark = new byte[SYNC];
    for (long at = start; at < size; ) {
      int length = (int) Math.min(20, size - at);
      file.seek(at);
      file.readFully(bytes, 0, length);
      long rows;
      long stored;
      AvroBytes in = new AvroBytes(bytes, 0, length);
      try {
        rows = in.number();
        stored = in.number();
      } catch (DamagedException cut) {
        throw new DamagedException(
            "it is cut off in the head of block " + (blocks.size() + 1), cut);
      }
      long first = at + in.position();
      if (rows < 0 || stored < 0 || stored > Integer.MAX_VALUE - 64) {
        throw new DamagedException("the head of block " + (blocks.size() + 1) + " is damaged");
      }
      if (stored > size - first - SYNC) {
        throw new DamagedException("it is cut off in block " + (blocks.size() + 1));
      }
      file.seek(first + stored);
      file.readFully(mark);
      if (!Arrays.equals(mark, sync)) {
        throw new DamagedException(
            "block " + (blocks.size() + 1) + " does not end with the file's mark");
      }
      blocks.add(new Block(first, (int) stored, rows));
      at = first + stored + SYNC;
    }
    return List.copyOf(blocks);
  }

  private static Codec codec(String name) throws DamagedException {
    return switch (name) {
      case "null", "" -> Codec.NONE;
      case "deflate" -> Codec.DEFLATE;
      case "snappy" -> Codec.SNAPPY;
      case "zstandard" -> Codec.ZSTD;
      case "bzip2" -> Codec.BZIP2;
      default ->
          throw new DamagedException("it is packed with `" + name + "`, which cannot be read here");
    };
  }

  public long rows() {
    return blocks.stream().mapToLong(Block::rows).sum();
  }

  /** How many blocks there are. */
  public int blockCount() {
    return blocks.size();
  }

  /** Stored bytes of a block, for an even share of work. */
  public long blockBytes(int block) {
    return blocks.get(block).size();
  }

  /** The columns of which there is such a type here, all of them nullable; none without records. */
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (AvroField field : fields()) {
      Optional<DataType> type = AvroTypes.natural(field.schema());
      if (type.isPresent() && fields.stream().noneMatch(f -> f.name().equals(field.name()))) {
        fields.add(Field.of(field.name(), type.get()));
      }
    }
    return new Schema(fields);
  }

  /** The names of the columns that {@link #schema} leaves out. */
  public List<String> leftOut() {
    Schema known = schema();
    return fields().stream()
        .map(AvroField::name)
        .filter(name -> known.find(name).isEmpty())
        .toList();
  }

  /** What keeps the file from being read with these columns, one sentence each. */
  public List<String> objections(Schema wanted, Optional<Integer> badColumn) {
    return AvroFit.objections(fields(), wanted, badColumn);
  }

  List<AvroField> fields() {
    return schema.kind() == Kind.RECORD ? schema.fields() : List.of();
  }

  Codec codec() {
    return codec;
  }

  byte[] sync() {
    return sync;
  }

  Block block(int index) {
    return blocks.get(index);
  }
}
