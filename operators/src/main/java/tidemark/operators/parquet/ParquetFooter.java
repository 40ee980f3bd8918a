package tidemark.operators.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** What a file says of itself: its columns, its rows and its row groups. */
public final class ParquetFooter {
  private final FileMetadata metadata;

  private ParquetFooter(FileMetadata metadata) {
    this.metadata = metadata;
  }

  /**
   * Reads the footer of the first {@code size} bytes of a file.
   *
   * @throws tidemark.operators.codec.DamagedException if they are no whole Parquet file
   */
  public static ParquetFooter read(Path path, long size) throws IOException {
    try (ParquetFile file = new ParquetFile(path, size)) {
      return new ParquetFooter(file.metadata());
    }
  }

  /** The rows of all row groups. */
  public long rows() {
    return metadata.groups().stream().mapToLong(FileMetadata.RowGroup::rows).sum();
  }

  /** How many row groups there are. */
  public int groups() {
    return metadata.groups().size();
  }

  /** Stored bytes of a row group, for an even share of work. */
  public long groupBytes(int group) {
    return metadata.groups().get(group).chunks().stream().mapToLong(c -> c.packedBytes()).sum();
  }

  /** The columns of which there is such a type here, all of them nullable. */
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (SchemaNode node : metadata.schema().children()) {
      Optional<DataType> type = Inference.type(node);
      if (type.isPresent() && fields.stream().noneMatch(f -> f.name().equals(node.name()))) {
        fields.add(Field.of(node.name(), type.get()));
      }
    }
    return new Schema(fields);
  }

  /** The names of the columns that {@link #schema} leaves out. */
  public List<String> leftOut() {
    Schema schema = schema();
    return metadata.schema().children().stream()
        .map(SchemaNode::name)
        .filter(name -> schema.find(name).isEmpty())
        .toList();
  }

  FileMetadata metadata() {
    return metadata;
  }
}
