package tidemark.runner.language;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * What a scalar may be, in JSON Schema. Editors turn unquoted scalars into numbers and booleans
 * before they look at the schema, so those are taken wherever their text would be.
 */
final class TextSchema {
  private TextSchema() {}

  static void write(JsonGenerator json, TextKind kind) throws IOException {
    switch (kind) {
      case TEXT -> types(json, "string", "number", "boolean", "null");
      case EXPRESSION -> {
        types(json, "string", "number", "boolean", "null");
        json.writeStringField("pattern", "\\S");
      }
      case TYPE -> types(json, "string", "number", "boolean");
      case NAME, PATH, ZONE -> {
        types(json, "string", "number", "boolean");
        json.writeStringField("pattern", "\\S");
      }
      case ID -> pattern(json, "^[a-z][a-z0-9_]*$");
      case CODE -> pattern(json, "^TM[1-9][0-9]{2}$");
      case INSTANT -> pattern(json, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)$|\\$\\{");
      case DURATION -> pattern(json, "^\\s*([0-9]+\\s*[A-Za-zµ]+\\s*)+$|\\$\\{");
      case SIZE -> number(json, "number", 0, "^\\s*[0-9]+(\\.[0-9]+)?\\s*[A-Za-z]*\\s*$|\\$\\{");
      case COUNT -> number(json, "integer", 0, "^(0|[1-9][0-9]{0,17})$|\\$\\{");
      case POSITIVE -> number(json, "integer", 1, "^[1-9][0-9]{0,17}$|\\$\\{");
      case FORMAT -> {
        json.writeArrayFieldStart("enum");
        json.writeNumber(1);
        json.writeString("1");
        json.writeEndArray();
      }
      case BOOLEAN -> {
        json.writeArrayFieldStart("anyOf");
        json.writeStartObject();
        json.writeStringField("type", "boolean");
        json.writeEndObject();
        text(json, "^(true|false)$|\\$\\{");
        json.writeEndArray();
      }
      case CHARACTER -> {
        json.writeArrayFieldStart("anyOf");
        json.writeStartObject();
        json.writeStringField("type", "integer");
        json.writeNumberField("minimum", 0);
        json.writeNumberField("maximum", 9);
        json.writeEndObject();
        text(json, "^(.|\\\\t|\\\\\\\\)$|\\$\\{");
        json.writeEndArray();
      }
    }
  }

  /** A text that is known only when variables are. */
  static void substitution(JsonGenerator json) throws IOException {
    text(json, "\\$\\{");
  }

  private static void types(JsonGenerator json, String... types) throws IOException {
    json.writeArrayFieldStart("type");
    for (String type : types) {
      json.writeString(type);
    }
    json.writeEndArray();
  }

  private static void pattern(JsonGenerator json, String pattern) throws IOException {
    json.writeStringField("type", "string");
    json.writeStringField("pattern", pattern);
  }

  private static void text(JsonGenerator json, String pattern) throws IOException {
    json.writeStartObject();
    pattern(json, pattern);
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String type, int least, String pattern)
      throws IOException {
    json.writeArrayFieldStart("anyOf");
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeNumberField("minimum", least);
    json.writeEndObject();
    text(json, pattern);
    json.writeEndArray();
  }
}
