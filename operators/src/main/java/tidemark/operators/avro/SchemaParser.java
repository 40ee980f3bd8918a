package tidemark.operators.avro;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.avro.AvroSchema.AvroField;
import tidemark.operators.avro.AvroSchema.Kind;
import tidemark.operators.avro.AvroSchema.Logical;
import tidemark.operators.codec.DamagedException;

/** Reads a schema's JSON. */
final class SchemaParser {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int MAX_DEPTH = 64;

  /** By full name; a type that is still being read stands as recursive. */
  private final Map<String, AvroSchema> named = new HashMap<>();

  private SchemaParser() {}

  static AvroSchema parse(String json) throws DamagedException {
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      return new SchemaParser().schema(value(parser, 0), "");
    } catch (DamagedException damaged) {
      throw damaged;
    } catch (IOException malformed) {
      throw new DamagedException("its schema is no JSON", malformed);
    }
  }

  /** A JSON value as texts, lists and maps. */
  private static Object value(JsonParser parser, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw damaged("is nested too deep");
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_ARRAY) {
      List<Object> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(value(parser, depth + 1));
      }
      return items;
    }
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> entries = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        parser.nextToken();
        entries.put(key, value(parser, depth + 1));
      }
      return entries;
    }
    if (token == null) {
      throw damaged("is empty");
    }
    return parser.getText();
  }

  private AvroSchema schema(Object json, String space) throws DamagedException {
    if (json instanceof String word) {
      return word(word, Logical.NONE, space);
    }
    if (json instanceof List<?> branches) {
      List<AvroSchema> schemas = new ArrayList<>();
      for (Object branch : branches) {
        schemas.add(schema(branch, space));
      }
      return AvroSchema.union(schemas);
    }
    Map<?, ?> object = (Map<?, ?>) json;
    Object type = object.get("type");
    if (!(type instanceof String word)) {
      if (type == null) {
        throw damaged("has a type without a name");
      }
      return schema(type, space);
    }
    return switch (word) {
      case "record", "error" -> record(object, space);
      case "enum" -> name(object, space, AvroSchema.symbols(texts(object.get("symbols"))));
      case "fixed" ->
          name(object, space, AvroSchema.fixed(number(object, "size", -1), logical(object)));
      case "array" -> AvroSchema.of(Kind.ARRAY, part(object, "items", space));
      case "map" -> AvroSchema.of(Kind.MAP, part(object, "values", space));
      default -> word(word, logical(object), space);
    };
  }

  private AvroSchema part(Map<?, ?> object, String key, String space) throws DamagedException {
    Object part = object.get(key);
    if (part == null) {
      throw damaged("lacks `" + key + "`");
    }
    return schema(part, space);
  }

  private AvroSchema word(String word, Logical logical, String space) throws DamagedException {
    Optional<Kind> primitive =
        switch (word) {
          case "null", "boolean", "int", "long", "float", "double", "bytes", "string" ->
              Optional.of(Kind.valueOf(word.toUpperCase(Locale.ROOT)));
          default -> Optional.empty();
        };
    if (primitive.isPresent()) {
      return AvroSchema.simple(primitive.get(), logical);
    }
    AvroSchema known = named.get(fullName(word, space));
    if (known == null) {
      known = named.get(word);
    }
    if (known == null) {
      throw damaged("names the unknown type `" + word + "`");
    }
    return known;
  }

  private AvroSchema record(Map<?, ?> object, String space) throws DamagedException {
    String full = fullName(object, space);
    String inner = full.contains(".") ? full.substring(0, full.lastIndexOf('.')) : "";
    named.put(full, AvroSchema.simple(Kind.RECURSIVE, Logical.NONE));
    List<AvroField> fields = new ArrayList<>();
    if (object.get("fields") instanceof List<?> list) {
      for (Object field : list) {
        if (!(field instanceof Map<?, ?> entry) || !(entry.get("name") instanceof String name)) {
          throw damaged("has a field without a name");
        }
        fields.add(new AvroField(name, part(entry, "type", inner)));
      }
    }
    AvroSchema read = AvroSchema.record(fields);
    named.put(full, read);
    return read;
  }

  private AvroSchema name(Map<?, ?> object, String space, AvroSchema schema)
      throws DamagedException {
    if (schema.kind() == Kind.FIXED && schema.size() < 0) {
      throw damaged("has a fixed type without a size");
    }
    named.put(fullName(object, space), schema);
    return schema;
  }

  private static String fullName(Map<?, ?> object, String space) throws DamagedException {
    if (!(object.get("name") instanceof String name)) {
      throw damaged("has a type without a name");
    }
    return fullName(name, object.get("namespace") instanceof String own ? own : space);
  }

  private static String fullName(String name, String space) {
    return name.contains(".") || space.isEmpty() ? name : space + "." + name;
  }

  private static Logical logical(Map<?, ?> object) throws DamagedException {
    return object.get("logicalType") instanceof String name
        ? new Logical(name, number(object, "precision", 0), number(object, "scale", 0))
        : Logical.NONE;
  }

  private static int number(Map<?, ?> object, String key, int otherwise) throws DamagedException {
    if (!(object.get(key) instanceof String text)) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException malformed) {
      throw damaged("has a `" + key + "` that is no number");
    }
  }

  private static List<String> texts(@Nullable Object list) {
    return list instanceof List<?> items ? items.stream().map(String::valueOf).toList() : List.of();
  }

  private static DamagedException damaged(String how) {
    return new DamagedException("its schema " + how);
  }
}
