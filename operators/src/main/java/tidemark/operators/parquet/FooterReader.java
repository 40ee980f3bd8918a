package tidemark.operators.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.parquet.Annotation.Kind;
import tidemark.operators.parquet.FileMetadata.ColumnChunk;
import tidemark.operators.parquet.FileMetadata.RowGroup;

/** Reads the Thrift structure of a footer. The numbers are those of the format's definition. */
final class FooterReader {
  private static final int MAX_DEPTH = 100;

  private final ThriftReader in;
  private final List<Element> elements = new ArrayList<>();
  private int nextElement;
  private int nextLeaf;

  private FooterReader(ThriftReader in) {
    this.in = in;
  }

  /** One entry of the schema's list: nodes stand before their children. */
  private record Element(
      String name, int type, int length, int repetition, int children, Annotation annotation) {}

  static FileMetadata read(byte[] bytes, int from, int to) throws DamagedException {
    return new FooterReader(new ThriftReader(bytes, from, to)).file();
  }

  private FileMetadata file() throws DamagedException {
    List<RowGroup> groups = new ArrayList<>();
    while (in.next()) {
      switch (in.id()) {
        case 2 -> readSchema();
        case 4 -> {
          int size = in.list();
          for (int i = 0; i < size; i++) {
            groups.add(group());
          }
        }
        default -> in.skip();
      }
    }
    require(!elements.isEmpty(), "its footer lacks the schema");
    SchemaNode root = node(0, 0, 0);
    require(nextElement == elements.size(), "the schema in its footer is damaged");
    for (RowGroup group : groups) {
      require(group.chunks().size() == nextLeaf, "a row group lacks columns of the schema");
    }
    return new FileMetadata(root, groups);
  }

  private void readSchema() throws DamagedException {
    int size = in.list();
    for (int i = 0; i < size; i++) {
      elements.add(element());
    }
  }

  private Element element() throws DamagedException {
    String name = "";
    int type = -1;
    int length = 0;
    int repetition = 0;
    int children = 0;
    int converted = -1;
    int scale = 0;
    int precision = 0;
    Annotation logical = Annotation.NONE;
    in.open();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> type = in.integer();
        case 2 -> length = in.integer();
        case 3 -> repetition = in.integer();
        case 4 -> name = in.text();
        case 5 -> children = in.integer();
        case 6 -> converted = in.integer();
        case 7 -> scale = in.integer();
        case 8 -> precision = in.integer();
        case 10 -> logical = logical();
        default -> in.skip();
      }
    }
    require(type < Physical.values().length && length >= 0, "it has a column of an unknown kind");
    Annotation annotation =
        logical.kind() == Kind.NONE ? Annotation.converted(converted, scale, precision) : logical;
    return new Element(name, type, length, repetition, children, annotation);
  }

  private Annotation logical() throws DamagedException {
    Annotation found = Annotation.NONE;
    in.open();
    while (in.next()) {
      int kind = in.id();
      if (in.type() != ThriftReader.STRUCT) {
        in.skip();
        continue;
      }
      found =
          switch (kind) {
            case 5 -> decimal();
            case 7 -> time(Kind.TIME);
            case 8 -> time(Kind.TIMESTAMP);
            case 10 -> integer();
            default -> {
              in.skip();
              yield Annotation.of(simple(kind));
            }
          };
    }
    return found;
  }

  private static Kind simple(int number) {
    return switch (number) {
      case 1, 4, 12 -> Kind.TEXT;
      case 2 -> Kind.MAP;
      case 3 -> Kind.LIST;
      case 6 -> Kind.DATE;
      case 9 -> Kind.INTERVAL;
      case 15 -> Kind.FLOAT16;
      default -> Kind.NONE;
    };
  }

  private Annotation decimal() throws DamagedException {
    int scale = 0;
    int precision = 0;
    in.open();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> scale = in.integer();
        case 2 -> precision = in.integer();
        default -> in.skip();
      }
    }
    return new Annotation(Kind.DECIMAL, scale, precision, false);
  }

  private Annotation time(Kind kind) throws DamagedException {
    boolean utc = false;
    int unit = 0;
    in.open();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> utc = in.bool();
        case 2 -> {
          in.open();
          while (in.next()) {
            unit = 3 * in.id();
            in.skip();
          }
        }
        default -> in.skip();
      }
    }
    require(unit >= 3 && unit <= 9, "it has a time of an unknown unit");
    return new Annotation(kind, unit, 0, utc);
  }

  private Annotation integer() throws DamagedException {
    int bits = 0;
    boolean signed = false;
    in.open();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> bits = (int) in.number();
        case 2 -> signed = in.bool();
        default -> in.skip();
      }
    }
    return new Annotation(Kind.INTEGER, bits, 0, signed);
  }

  /** The node of the next element, with its children. */
  private SchemaNode node(int definition, int repetition, int depth) throws DamagedException {
    require(
        nextElement < elements.size() && depth < MAX_DEPTH, "the schema in its footer is damaged");
    Element element = elements.get(nextElement++);
    boolean isRoot = depth == 0;
    boolean isRepeated = !isRoot && element.repetition == 2;
    boolean isOptional = !isRoot && element.repetition == 1;
    int ownDefinition = definition + (isRepeated || isOptional ? 1 : 0);
    int ownRepetition = repetition + (isRepeated ? 1 : 0);
    int leaf = nextLeaf;
    boolean isLeaf = element.children == 0 && element.type >= 0;
    List<SchemaNode> children = new ArrayList<>();
    if (isLeaf) {
      nextLeaf++;
    }
    for (int i = 0; i < element.children; i++) {
      children.add(node(ownDefinition, ownRepetition, depth + 1));
    }
    return new SchemaNode(
        element.name,
        isLeaf ? Optional.of(Physical.values()[element.type]) : Optional.empty(),
        element.length,
        element.annotation,
        isRepeated,
        isOptional,
        ownDefinition,
        ownRepetition,
        leaf,
        children);
  }

  private RowGroup group() throws DamagedException {
    List<ColumnChunk> chunks = new ArrayList<>();
    long rows = -1;
    in.open();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> {
          int size = in.list();
          for (int i = 0; i < size; i++) {
            chunks.add(chunk());
          }
        }
        case 3 -> rows = in.number();
        default -> in.skip();
      }
    }
    require(rows >= 0, "a row group lacks its number of rows");
    return new RowGroup(rows, chunks);
  }

  private ColumnChunk chunk() throws DamagedException {
    Optional<ColumnChunk> found = Optional.empty();
    in.open();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> require(in.text().isEmpty(), "a column of it lies in another file");
        case 3 -> found = Optional.of(chunkMetadata());
        case 8, 9 -> throw new DamagedException("it is encrypted, which cannot be read here");
        default -> in.skip();
      }
    }
    return found.orElseThrow(() -> new DamagedException("a column chunk lacks its description"));
  }

  private ColumnChunk chunkMetadata() throws DamagedException {
    int codec = 0;
    long values = -1;
    long unpacked = -1;
    long packed = -1;
    long data = -1;
    long dictionary = 0;
    Statistics statistics = Statistics.UNKNOWN;
    in.open();
    while (in.next()) {
      switch (in.id()) {
        case 4 -> codec = in.integer();
        case 5 -> values = in.number();
        case 6 -> unpacked = in.number();
        case 7 -> packed = in.number();
        case 9 -> data = in.number();
        case 11 -> dictionary = in.number();
        case 12 -> statistics = statistics();
        default -> in.skip();
      }
    }
    require(values >= 0 && packed >= 0 && unpacked >= 0, "a column chunk's description is damaged");
    long start = dictionary > 0 && dictionary < data ? dictionary : data;
    return new ColumnChunk(codec, values, start, packed, unpacked, statistics);
  }

  /** The bounds of the format before 2.4 are left out: some writers used another order. */
  private Statistics statistics() throws DamagedException {
    long nulls = -1;
    Optional<Statistics.Bytes> least = Optional.empty();
    Optional<Statistics.Bytes> greatest = Optional.empty();
    in.open();
    while (in.next()) {
      switch (in.id()) {
        case 3 -> nulls = in.number();
        case 5 -> greatest = Optional.of(new Statistics.Bytes(in.binary()));
        case 6 -> least = Optional.of(new Statistics.Bytes(in.binary()));
        default -> in.skip();
      }
    }
    return new Statistics(nulls, least, greatest);
  }

  private static void require(boolean holds, String otherwise) throws DamagedException {
    if (!holds) {
      throw new DamagedException(otherwise);
    }
  }
}
