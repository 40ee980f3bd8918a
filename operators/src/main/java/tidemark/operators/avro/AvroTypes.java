package tidemark.operators.avro;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.avro.AvroSchema.AvroField;
import tidemark.operators.avro.AvroSchema.Kind;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** The types that Avro's schemas have here, and those that they can be read as without loss. */
final class AvroTypes {
  private AvroTypes() {}

  /** The type of a schema's values, as Spark reads them; empty if there is none here. */
  static Optional<DataType> natural(AvroSchema schema) {
    String logical = schema.logical().name();
    return switch (schema.kind()) {
      case BOOLEAN -> Optional.of(SimpleType.BOOLEAN);
      case INT ->
          logical.equals("date")
              ? Optional.of(SimpleType.DATE)
              : logical.equals("time-millis") ? Optional.empty() : Optional.of(SimpleType.INT);
      case LONG ->
          switch (logical) {
            case "timestamp-millis", "timestamp-micros", "timestamp-nanos" ->
                Optional.of(SimpleType.TIMESTAMP);
            case "local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos" ->
                Optional.of(SimpleType.TIMESTAMP_NTZ);
            case "time-micros" -> Optional.empty();
            default -> Optional.of(SimpleType.BIGINT);
          };
      case FLOAT -> Optional.of(SimpleType.FLOAT);
      case DOUBLE -> Optional.of(SimpleType.DOUBLE);
      case STRING, ENUM -> Optional.of(SimpleType.STRING);
      case BYTES, FIXED -> logical.equals("decimal") ? decimal(schema) : bytes(logical);
      case ARRAY -> natural(schema.items().orElseThrow()).map(ArrayType::new);
      case MAP -> natural(schema.items().orElseThrow()).map(v -> new MapType(SimpleType.STRING, v));
      case UNION -> union(schema);
      case RECORD -> struct(schema);
      case NULL, RECURSIVE -> Optional.empty();
    };
  }

  private static Optional<DataType> bytes(String logical) {
    return logical.equals("duration") ? Optional.empty() : Optional.of(SimpleType.BINARY);
  }

  private static Optional<DataType> decimal(AvroSchema schema) {
    int precision = schema.logical().precision();
    int scale = schema.logical().scale();
    boolean fits =
        precision >= 1
            && precision <= DecimalType.MAX_PRECISION
            && scale >= 0
            && scale <= precision;
    return fits ? Optional.of(new DecimalType(precision, scale)) : Optional.empty();
  }

  /** A type or null; int and long, and float and double, have a common type. */
  private static Optional<DataType> union(AvroSchema schema) {
    List<Optional<DataType>> types =
        branches(schema).stream().map(AvroTypes::natural).distinct().toList();
    if (types.size() == 1) {
      return types.get(0);
    }
    for (SimpleType common : List.of(SimpleType.BIGINT, SimpleType.DOUBLE)) {
      if (!types.isEmpty() && branches(schema).stream().allMatch(b -> isReadable(b, common))) {
        return Optional.of(common);
      }
    }
    return Optional.empty();
  }

  private static Optional<DataType> struct(AvroSchema schema) {
    List<Field> fields = new ArrayList<>();
    for (AvroField field : schema.fields()) {
      Optional<DataType> type = natural(field.schema());
      if (type.isEmpty() || fields.stream().anyMatch(f -> f.name().equals(field.name()))) {
        return Optional.empty();
      }
      fields.add(Field.of(field.name(), type.get()));
    }
    return fields.isEmpty() ? Optional.empty() : Optional.of(new StructType(fields));
  }

  private static List<AvroSchema> branches(AvroSchema union) {
    return union.branches().stream().filter(b -> b.kind() != Kind.NULL).toList();
  }

  /** Whether every value can be read as this type. */
  static boolean isReadable(AvroSchema schema, DataType type) {
    if (schema.kind() == Kind.UNION) {
      List<AvroSchema> branches = branches(schema);
      return !branches.isEmpty() && branches.stream().allMatch(b -> isReadable(b, type));
    }
    if (schema.kind() == Kind.ARRAY) {
      return type instanceof ArrayType array
          && isReadable(schema.items().orElseThrow(), array.element());
    }
    if (schema.kind() == Kind.MAP) {
      return type instanceof MapType map
          && map.key() == SimpleType.STRING
          && isReadable(schema.items().orElseThrow(), map.value());
    }
    if (schema.kind() == Kind.RECORD) {
      return type instanceof StructType struct && isReadable(schema, struct);
    }
    Optional<DataType> natural = natural(schema);
    return natural.isPresent() && (natural.get().equals(type) || isWider(natural.get(), type));
  }

  private static boolean isReadable(AvroSchema record, StructType struct) {
    boolean any = false;
    for (AvroField field : record.fields()) {
      int wanted = struct.indexOf(field.name());
      if (wanted >= 0) {
        any = true;
        if (!isReadable(field.schema(), struct.fields().get(wanted).type())) {
          return false;
        }
      }
    }
    return any;
  }

  private static boolean isWider(DataType stored, DataType type) {
    if (stored instanceof DecimalType from && type instanceof DecimalType to) {
      return from.scale() == to.scale() && from.precision() <= to.precision();
    }
    return stored == SimpleType.INT && (type == SimpleType.BIGINT || type == SimpleType.DOUBLE)
        || stored == SimpleType.FLOAT && type == SimpleType.DOUBLE
        || stored == SimpleType.BINARY && type == SimpleType.STRING
        || stored == SimpleType.STRING && type == SimpleType.BINARY
        || stored == SimpleType.TIMESTAMP_NTZ && type == SimpleType.TIMESTAMP;
  }
}
