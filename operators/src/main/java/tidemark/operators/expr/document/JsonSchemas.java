package tidemark.operators.expr.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * The type of a JSON document as Spark's {@code schema_of_json} tells it: whole numbers are {@code
 * bigint}, or decimals if they are larger, others {@code double}; fields are in the order of their
 * names; what is only null is a string, and so is what has values of several kinds.
 */
public final class JsonSchemas {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();
  private static final DecimalType LONG = new DecimalType(20, 0);

  private JsonSchemas() {}

  /** The document's type; empty if the text is no JSON. */
  public static Optional<DataType> of(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      return parser.nextToken() == null
          ? Optional.of(SimpleType.STRING)
          : Optional.of(finished(type(parser)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static DataType type(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IOException("the text ends early");
    }
    return switch (token) {
      case START_OBJECT -> struct(parser);
      case START_ARRAY -> {
        DataType element = SimpleType.VOID;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          element = common(element, type(parser));
        }
        yield new ArrayType(element);
      }
      case VALUE_NULL -> SimpleType.VOID;
      case VALUE_TRUE, VALUE_FALSE -> SimpleType.BOOLEAN;
      case VALUE_NUMBER_INT -> whole(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> SimpleType.DOUBLE;
      default -> SimpleType.STRING;
    };
  }

  private static DataType struct(JsonParser parser) throws IOException {
    Map<String, DataType> fields = new TreeMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, type(parser));
    }
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw new IOException("an object is not closed");
    }
    return struct(fields);
  }

  private static StructType struct(Map<String, DataType> fields) {
    List<Field> all = new ArrayList<>();
    fields.forEach((name, type) -> all.add(Field.of(name, type)));
    return new StructType(all);
  }

  private static DataType whole(BigInteger value) {
    if (value.bitLength() < Long.SIZE) {
      return SimpleType.BIGINT;
    }
    int digits = value.abs().toString().length();
    return digits <= DecimalType.MAX_PRECISION ? new DecimalType(digits, 0) : SimpleType.DOUBLE;
  }

  /** The type that holds values of both. */
  private static DataType common(DataType a, DataType b) {
    if (a.equals(b) || b == SimpleType.VOID) {
      return a;
    }
    if (a == SimpleType.VOID) {
      return b;
    }
    if (a instanceof ArrayType x && b instanceof ArrayType y) {
      return new ArrayType(common(x.element(), y.element()));
    }
    if (a instanceof StructType x && b instanceof StructType y) {
      Map<String, DataType> fields = new TreeMap<>();
      x.fields().forEach(f -> fields.put(f.name(), f.type()));
      y.fields().forEach(f -> fields.merge(f.name(), f.type(), JsonSchemas::common));
      return struct(fields);
    }
    if (!a.isNumeric() || !b.isNumeric()) {
      return SimpleType.STRING;
    }
    if (a == SimpleType.DOUBLE || b == SimpleType.DOUBLE) {
      return SimpleType.DOUBLE;
    }
    int digits = Math.max(decimal(a).precision(), decimal(b).precision());
    return new DecimalType(digits, 0);
  }

  private static DecimalType decimal(DataType type) {
    return type instanceof DecimalType decimal ? decimal : LONG;
  }

  /** Strings for what was only null; fields that are objects without fields are left out. */
  private static DataType finished(DataType type) {
    if (type == SimpleType.VOID) {
      return SimpleType.STRING;
    }
    if (type instanceof ArrayType array) {
      return new ArrayType(finished(array.element()));
    }
    if (type instanceof StructType struct) {
      Map<String, DataType> fields = new TreeMap<>();
      for (Field field : struct.fields()) {
        if (!(field.type() instanceof StructType inner) || !inner.fields().isEmpty()) {
          fields.put(field.name(), finished(field.type()));
        }
      }
      return struct(fields);
    }
    return type;
  }
}
