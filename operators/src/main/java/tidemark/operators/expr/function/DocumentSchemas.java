package tidemark.operators.expr.function;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.diagnostics.TextPlace;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.document.JsonSchemas;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Ddl;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** The types that documents are read as: given as DDL, and written as DDL. */
final class DocumentSchemas {
  private DocumentSchemas() {}

  /**
   * The type that a literal such as {@code 'a int, b array<string>'} or {@code 'array<int>'} stands
   * for, or that of {@code schema_of_json('…')}; all of it may be null.
   */
  static Optional<DataType> of(Expression argument) {
    if (argument instanceof Call call && call.function().equals("schema_of_json")) {
      return Rules.literal(call.arguments().get(0)).flatMap(t -> JsonSchemas.of(t.toString()));
    }
    return Rules.literal(argument)
        .map(Object::toString)
        .filter(text -> !text.isBlank())
        .flatMap(text -> parsed(text).or(() -> parsed("struct<" + text + ">")))
        .map(DocumentSchemas::nullable);
  }

  private static Optional<DataType> parsed(String ddl) {
    Diagnostics found = new Diagnostics();
    Span nowhere = new Span("", 1, 1, 1);
    Optional<Ddl> type = Ddl.parse(ddl, TextPlace.at(nowhere), found);
    return type.map(Ddl::type);
  }

  private static DataType nullable(DataType type) {
    if (type instanceof StructType struct) {
      return new StructType(
          struct.fields().stream().map(f -> Field.of(f.name(), nullable(f.type()))).toList());
    }
    if (type instanceof ArrayType array) {
      return new ArrayType(nullable(array.element()));
    }
    return type instanceof MapType map
        ? new MapType(nullable(map.key()), nullable(map.value()))
        : type;
  }

  /** Whether the field that is given the texts of bad documents is a string, or not there. */
  static boolean hasTextForBad(DataType type, String name) {
    return !(type instanceof StructType struct)
        || struct.fields().stream()
            .allMatch(f -> !f.name().equals(name) || f.type() == SimpleType.STRING);
  }

  /** The type as Spark writes it: {@code ARRAY<STRUCT<a: BIGINT>>}. */
  static String sql(DataType type) {
    if (type instanceof ArrayType array) {
      return "ARRAY<" + sql(array.element()) + ">";
    }
    if (type instanceof StructType struct) {
      List<Field> fields = struct.fields();
      return fields.stream()
          .map(f -> quoted(f.name()) + ": " + sql(f.type()))
          .collect(Collectors.joining(", ", "STRUCT<", ">"));
    }
    return type instanceof DecimalType decimal
        ? "DECIMAL(" + decimal.precision() + "," + decimal.scale() + ")"
        : type.ddl().toUpperCase(Locale.ROOT);
  }

  private static String quoted(String name) {
    return name.matches("[a-zA-Z0-9_]+") && !name.matches("\\d+")
        ? name
        : "`" + name.replace("`", "``") + "`";
  }
}
