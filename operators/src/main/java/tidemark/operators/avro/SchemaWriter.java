package tidemark.operators.avro;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Writes a schema's JSON: every value may be null; records are numbered, as they need names. */
final class SchemaWriter {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;
  private int records;

  private SchemaWriter(JsonGenerator json) {
    this.json = json;
  }

  static String json(Schema schema) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      new SchemaWriter(json).record(schema.fields());
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return text.toString();
  }

  private void record(List<Field> fields) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "record");
    json.writeStringField("name", records == 0 ? "row" : "row_" + records);
    records++;
    json.writeArrayFieldStart("fields");
    for (Field field : fields) {
      json.writeStartObject();
      json.writeStringField("name", field.name());
      json.writeFieldName("type");
      optional(field.type());
      json.writeNullField("default");
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void optional(DataType type) throws IOException {
    json.writeStartArray();
    json.writeString("null");
    type(type);
    json.writeEndArray();
  }

  private void type(DataType type) throws IOException {
    if (type instanceof StructType struct) {
      record(struct.fields());
    } else if (type instanceof ArrayType array) {
      of("array", "items", array.element());
    } else if (type instanceof MapType map) {
      of("map", "values", map.value());
    } else if (type instanceof DecimalType decimal) {
      json.writeStartObject();
      json.writeStringField("type", "bytes");
      json.writeStringField("logicalType", "decimal");
      json.writeNumberField("precision", decimal.precision());
      json.writeNumberField("scale", decimal.scale());
      json.writeEndObject();
    } else {
      simple((SimpleType) type);
    }
  }

  private void of(String kind, String key, DataType part) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", kind);
    json.writeFieldName(key);
    optional(part);
    json.writeEndObject();
  }

  private void simple(SimpleType type) throws IOException {
    switch (type) {
      case BOOLEAN -> json.writeString("boolean");
      case TINYINT, SMALLINT, INT -> json.writeString("int");
      case BIGINT -> json.writeString("long");
      case FLOAT -> json.writeString("float");
      case DOUBLE -> json.writeString("double");
      case STRING -> json.writeString("string");
      case BINARY -> json.writeString("bytes");
      case DATE -> logical("int", "date");
      case TIMESTAMP -> logical("long", "timestamp-micros");
      case TIMESTAMP_NTZ -> logical("long", "local-timestamp-micros");
      case DAY_TIME_INTERVAL, YEAR_MONTH_INTERVAL, VOID -> throw new AssertionError(type);
    }
  }

  private void logical(String type, String logical) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeStringField("logicalType", logical);
    json.writeEndObject();
  }
}
