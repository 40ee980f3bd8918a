package tidemark.operators.avro;

import java.util.List;
import java.util.Optional;
import tidemark.operators.avro.AvroSchema.AvroField;
import tidemark.operators.avro.AvroSchema.Kind;
import tidemark.operators.codec.DamagedException;

/** The schema that records were written with, parsed once for all their decoders. */
public final class WriterSchema {
  private final List<AvroField> fields;
  private final Optional<String> objection;

  private WriterSchema(List<AvroField> fields, Optional<String> objection) {
    this.fields = fields;
    this.objection = objection;
  }

  /** The schema of a JSON text; one that is no schema of records has no decoder. */
  public static WriterSchema parse(String json) {
    try {
      AvroSchema schema = SchemaParser.parse(json);
      return schema.kind() == Kind.RECORD
          ? new WriterSchema(schema.fields(), Optional.empty())
          : none("it is no schema of records");
    } catch (DamagedException e) {
      return none(String.valueOf(e.getMessage()));
    }
  }

  private static WriterSchema none(String objection) {
    return new WriterSchema(List.of(), Optional.of(objection));
  }

  /**
   * @throws DamagedException if it is no schema of records
   */
  List<AvroField> fields() throws DamagedException {
    if (objection.isPresent()) {
      throw new DamagedException(objection.get());
    }
    return fields;
  }
}
