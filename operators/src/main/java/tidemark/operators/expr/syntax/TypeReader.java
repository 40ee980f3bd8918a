package tidemark.operators.expr.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalFault;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Turns the grammar's types into data types. */
final class TypeReader {
  private static final Map<String, SimpleType> WORDS =
      Map.ofEntries(
          Map.entry("boolean", SimpleType.BOOLEAN),
          Map.entry("tinyint", SimpleType.TINYINT),
          Map.entry("byte", SimpleType.TINYINT),
          Map.entry("smallint", SimpleType.SMALLINT),
          Map.entry("short", SimpleType.SMALLINT),
          Map.entry("int", SimpleType.INT),
          Map.entry("integer", SimpleType.INT),
          Map.entry("bigint", SimpleType.BIGINT),
          Map.entry("long", SimpleType.BIGINT),
          Map.entry("float", SimpleType.FLOAT),
          Map.entry("real", SimpleType.FLOAT),
          Map.entry("double", SimpleType.DOUBLE),
          Map.entry("string", SimpleType.STRING),
          Map.entry("binary", SimpleType.BINARY),
          Map.entry("date", SimpleType.DATE),
          Map.entry("timestamp", SimpleType.TIMESTAMP),
          Map.entry("timestamp_ltz", SimpleType.TIMESTAMP),
          Map.entry("timestamp_ntz", SimpleType.TIMESTAMP_NTZ),
          Map.entry("void", SimpleType.VOID));

  private final ExpressionErrors errors;

  TypeReader(ExpressionErrors errors) {
    this.errors = errors;
  }

  Optional<DataType> read(SparkExpressionParser.DataTypeContext context) {
    if (context instanceof SparkExpressionParser.ArrayTypeContext array) {
      return named(array, array.identifier(), "array")
          .flatMap(ok -> read(array.dataType()))
          .map(ArrayType::new);
    }
    if (context instanceof SparkExpressionParser.MapTypeContext map) {
      Optional<DataType> key = read(map.dataType(0));
      Optional<DataType> value = read(map.dataType(1));
      return named(map, map.identifier(), "map")
          .flatMap(ok -> key)
          .flatMap(k -> value.map(v -> new MapType(k, v)));
    }
    if (context instanceof SparkExpressionParser.StructTypeContext struct) {
      return named(struct, struct.identifier(), "struct").flatMap(ok -> struct(struct));
    }
    if (context instanceof SparkExpressionParser.EmptyStructContext struct) {
      return named(struct, struct.identifier(), "struct").map(ok -> new StructType(List.of()));
    }
    if (context instanceof SparkExpressionParser.IntervalTypeContext interval) {
      return Optional.of(
          Intervals.isYearMonth(interval.from.getText())
              ? SimpleType.YEAR_MONTH_INTERVAL
              : SimpleType.DAY_TIME_INTERVAL);
    }
    return word((SparkExpressionParser.NamedTypeContext) context);
  }

  private Optional<Boolean> named(
      SparkExpressionParser.DataTypeContext whole,
      SparkExpressionParser.IdentifierContext word,
      String wanted) {
    if (word.getText().equalsIgnoreCase(wanted)) {
      return Optional.of(true);
    }
    unknown(whole, word.getText(), List.of("array", "map", "struct"));
    return Optional.empty();
  }

  private Optional<DataType> struct(SparkExpressionParser.StructTypeContext struct) {
    List<Field> fields = new ArrayList<>();
    for (SparkExpressionParser.StructFieldContext field : struct.structField()) {
      Optional<DataType> type = read(field.dataType());
      if (type.isEmpty()) {
        return Optional.empty();
      }
      fields.add(new Field(TreeBuilder.name(field.identifier()), type.get(), field.NOT() == null));
    }
    return Optional.of(new StructType(fields));
  }

  private Optional<DataType> word(SparkExpressionParser.NamedTypeContext named) {
    String word = named.identifier().getText().toLowerCase(Locale.ROOT);
    List<Integer> sizes =
        named.INTEGER().stream()
            .map(t -> t.getText().length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(t.getText()))
            .toList();
    if (word.equals("decimal") || word.equals("numeric") || word.equals("dec")) {
      return decimal(named, sizes);
    }
    if ((word.equals("char") || word.equals("varchar")) && sizes.size() == 1) {
      errors.error(
          Code.TM302,
          SyntaxReader.place(named),
          "the type `" + word + "` is not supported",
          Optional.of("use `string`"));
      return Optional.empty();
    }
    SimpleType type = WORDS.get(word);
    if (type == null || !sizes.isEmpty()) {
      List<String> known = new ArrayList<>(WORDS.keySet());
      known.add("decimal");
      unknown(named, named.getText(), known);
      return Optional.empty();
    }
    return Optional.of(type);
  }

  private Optional<DataType> decimal(
      SparkExpressionParser.NamedTypeContext named, List<Integer> sizes) {
    int precision = sizes.isEmpty() ? 10 : sizes.get(0);
    int scale = sizes.size() < 2 ? 0 : sizes.get(1);
    Optional<DecimalFault> fault =
        sizes.size() > 2
            ? Optional.of(
                new DecimalFault(
                    "`" + named.getText() + "` is no decimal type",
                    "write decimal(precision, scale)"))
            : DecimalFault.of(precision, scale);
    if (fault.isPresent()) {
      errors.error(
          Code.TM302,
          SyntaxReader.place(named),
          fault.get().message(),
          Optional.of(fault.get().hint()));
      return Optional.empty();
    }
    return Optional.of(new DecimalType(precision, scale));
  }

  private void unknown(
      SparkExpressionParser.DataTypeContext context, String text, List<String> known) {
    errors.error(
        Code.TM302,
        SyntaxReader.place(context),
        "the type `" + text + "` does not exist",
        Nearest.of(text, known).map(n -> "did you mean `" + n + "`?"));
  }
}
