package tidemark.runner.scenario;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;
import tidemark.runner.yaml.YamlNode;

/** Shows rows as a suite would write them, so that a difference can be pasted. */
final class RowText {
  private RowText() {}

  static String of(Batch batch, int row) {
    return of(values(batch, row));
  }

  /** A row whose values are written already. */
  static String of(Map<String, String> values) {
    return values.entrySet().stream()
        .map(column -> column.getKey() + ": " + column.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** The values of a row by column. */
  static Map<String, String> values(Batch batch, int row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < batch.schema().size(); i++) {
      Field field = batch.schema().field(i);
      values.put(field.name(), value(batch.column(i), field.type(), row));
    }
    return values;
  }

  static String of(YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      return mapping.entries().stream()
          .map(e -> e.key().text() + ": " + of(e.value()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (node instanceof YamlNode.Sequence list) {
      return list.items().stream().map(RowText::of).collect(Collectors.joining(", ", "[", "]"));
    }
    YamlNode.Scalar scalar = (YamlNode.Scalar) node;
    if (scalar.isNull()) {
      return "null";
    }
    return scalar.style() == YamlNode.Style.PLAIN ? scalar.text() : quoted(scalar.text());
  }

  private static String value(Column column, DataType type, int row) {
    if (column.isNull(row)) {
      return "null";
    }
    return switch (type.physical()) {
      case BOOLEAN -> Boolean.toString(((BooleanColumn) column).get(row));
      case LONG -> number(type, ((LongColumn) column).get(row));
      case DOUBLE -> Double.toString(((DoubleColumn) column).get(row));
      case DECIMAL -> ((DecimalColumn) column).get(row).toPlainString();
      case BYTES ->
          type == SimpleType.BINARY
              ? Base64.getEncoder().encodeToString(((BytesColumn) column).bytes(row))
              : quoted(((BytesColumn) column).string(row));
      case ARRAY -> array((ArrayColumn) column, ((ArrayType) type).element(), row);
      case MAP -> map((MapColumn) column, (MapType) type, row);
      case STRUCT -> struct((StructColumn) column, (StructType) type, row);
    };
  }

  private static String number(DataType type, long value) {
    if (type instanceof DecimalType decimal) {
      return BigDecimal.valueOf(value, decimal.scale()).toPlainString();
    }
    if (type == SimpleType.DATE) {
      return quoted(LocalDate.ofEpochDay(value).toString());
    }
    if (type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ) {
      return quoted(Instant.EPOCH.plus(value, ChronoUnit.MICROS).toString());
    }
    return Long.toString(value);
  }

  private static String array(ArrayColumn column, DataType element, int row) {
    List<String> elements = new ArrayList<>();
    for (int i = column.start(row); i < column.start(row) + column.length(row); i++) {
      elements.add(value(column.elements(), element, i));
    }
    return elements.toString();
  }

  private static String map(MapColumn column, MapType type, int row) {
    List<String> entries = new ArrayList<>();
    for (int i = column.start(row); i < column.start(row) + column.length(row); i++) {
      entries.add(
          value(column.keys(), type.key(), i) + ": " + value(column.values(), type.value(), i));
    }
    return "{" + String.join(", ", entries) + "}";
  }

  private static String struct(StructColumn column, StructType type, int row) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < type.fields().size(); i++) {
      Field field = type.fields().get(i);
      fields.add(field.name() + ": " + value(column.field(i), field.type(), row));
    }
    return "{" + String.join(", ", fields) + "}";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
