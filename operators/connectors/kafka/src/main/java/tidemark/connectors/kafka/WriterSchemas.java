package tidemark.connectors.kafka;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tidemark.operators.avro.WriterSchema;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** The schemas that values in Avro were written with, by number. */
interface WriterSchemas {
  /**
   * The schema of a number, parsed once.
   *
   * @throws UnknownSchemaException if there is none of this number, or it is none of Avro
   * @throws tidemark.operators.diagnostics.Failure if that cannot be found out now
   */
  WriterSchema schema(int number) throws UnknownSchemaException;

  /**
   * Those of a source; none if its values are not Avro.
   *
   * @throws Failure TM604 if the file of the schema cannot be read
   */
  static WriterSchemas of(SourceSettings settings) {
    Optional<AvroSettings> avro = settings.avro();
    Optional<URI> registry = avro.flatMap(AvroSettings::registry);
    if (registry.isPresent()) {
      return new SchemaRegistry(registry.get(), avro.get(), settings.kafka().timeoutMillis());
    }
    Optional<Path> file = avro.flatMap(AvroSettings::schema);
    WriterSchema only = WriterSchema.parse(file.map(WriterSchemas::text).orElse(""));
    return number -> only;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new Failure(
          Code.TM604,
          "the schema " + file + " cannot be read",
          "see that `avro_schema` names a readable file with a schema of Avro in JSON",
          e);
    }
  }

  /** That there is no such schema: what is wrong is the record that names it. */
  final class UnknownSchemaException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownSchemaException(String message) {
      super(message);
    }
  }
}
