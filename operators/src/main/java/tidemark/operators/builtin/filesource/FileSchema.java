package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.avro.AvroHeader;
import tidemark.operators.format.Format;
import tidemark.operators.parquet.ParquetFooter;
import tidemark.operators.types.Schema;

/**
 * The columns that a file itself says it has.
 *
 * @param schema all of them nullable
 * @param leftOut the names of columns that are of a type that there is not here
 */
public record FileSchema(Format format, Schema schema, List<String> leftOut) {
  private static final int MAGIC = 4;

  public FileSchema {
    leftOut = List.copyOf(leftOut);
  }

  /**
   * The columns of a Parquet or Avro file; empty if the file begins like neither.
   *
   * @throws tidemark.operators.diagnostics.Failure TM604 if it cannot be read or is damaged
   */
  public static Optional<FileSchema> of(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      String begins = new String(in.readNBytes(MAGIC), StandardCharsets.ISO_8859_1);
      return begins.equals("PAR1")
          ? Optional.of(of(file, Format.PARQUET))
          : begins.equals("Obj\u0001") ? Optional.of(of(file, Format.AVRO)) : Optional.empty();
    } catch (IOException broken) {
      throw FileListing.unreadable(file, FileListing.reason(broken), broken);
    }
  }

  /** The columns of a file of this format. */
  static FileSchema of(Path file, Format format) {
    try {
      long size = Files.size(file);
      return switch (format) {
        case PARQUET -> {
          ParquetFooter footer = ParquetFooter.read(file, size);
          yield new FileSchema(format, footer.schema(), footer.leftOut());
        }
        case AVRO -> {
          AvroHeader header = AvroHeader.read(file, size);
          yield new FileSchema(format, header.schema(), header.leftOut());
        }
        case NDJSON, CSV, TEXT -> throw new IllegalArgumentException("text has no schema");
      };
    } catch (IOException broken) {
      throw FileListing.unreadable(file, FileListing.reason(broken), broken);
    }
  }

  /** The columns of the first file, in reading order, that a selection means. */
  static Optional<FileSchema> of(FileSelection selection, Format format) {
    Optional<List<FoundFile>> files = new FileListing(selection, new NoticeBoard()).files();
    return files.stream()
        .flatMap(List::stream)
        .min(FoundFile.READING_ORDER)
        .map(first -> of(first.path(), format));
  }
}
