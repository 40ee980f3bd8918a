package tidemark.runner.scenario;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayColumn;
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

/**
 * Holds a value of a column against what a suite expects, by type: numbers by value (doubles within
 * 1e-9 relative), decimals exactly, timestamps as instants, binary as base64.
 */
final class RowValue {
  private static final double TOLERANCE = 1e-9;

  private RowValue() {}

  static boolean matches(YamlNode expected, Column column, DataType type, int row) {
    boolean expectsNull = expected instanceof YamlNode.Scalar scalar && scalar.isNull();
    if (column.isNull(row) || expectsNull) {
      return column.isNull(row) && expectsNull;
    }
    return switch (type.physical()) {
      case ARRAY -> matchesArray(expected, (ArrayColumn) column, (ArrayType) type, row);
      case MAP -> matchesMap(expected, (MapColumn) column, (MapType) type, row);
      case STRUCT -> matchesStruct(expected, (StructColumn) column, (StructType) type, row);
      case BOOLEAN, LONG, DOUBLE, BYTES, DECIMAL ->
          expected instanceof YamlNode.Scalar scalar
              && matchesText(scalar.text(), column, type, row);
    };
  }

  private static boolean matchesText(String text, Column column, DataType type, int row) {
    try {
      return switch (type.physical()) {
        case BOOLEAN -> text.equals(Boolean.toString(((BooleanColumn) column).get(row)));
        case LONG -> matchesLong(text, type, ((LongColumn) column).get(row));
        case DOUBLE -> close(Double.parseDouble(text), ((DoubleColumn) column).get(row), type);
        case DECIMAL -> new BigDecimal(text).compareTo(((DecimalColumn) column).get(row)) == 0;
        case BYTES -> matchesBytes(text, (BytesColumn) column, type, row);
        case ARRAY, MAP, STRUCT -> false;
      };
    } catch (NumberFormatException | DateTimeParseException e) {
      return false;
    }
  }

  private static boolean matchesBytes(String text, BytesColumn column, DataType type, int row) {
    return type == SimpleType.BINARY
        ? text.equals(Base64.getEncoder().encodeToString(column.bytes(row)))
        : text.equals(column.string(row));
  }

  private static boolean matchesLong(String text, DataType type, long value) {
    if (type instanceof DecimalType decimal) {
      return new BigDecimal(text).compareTo(BigDecimal.valueOf(value, decimal.scale())) == 0;
    }
    return switch ((SimpleType) type) {
      case DATE -> LocalDate.parse(text).toEpochDay() == value;
      case TIMESTAMP, TIMESTAMP_NTZ -> micros(text) == value;
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INT,
          BIGINT,
          FLOAT,
          DOUBLE,
          STRING,
          BINARY,
          DAY_TIME_INTERVAL,
          YEAR_MONTH_INTERVAL,
          VOID ->
          new BigDecimal(text).compareTo(BigDecimal.valueOf(value)) == 0;
    };
  }

  /** Microseconds since 1970 of an ISO text; without a zone it is UTC. */
  static long micros(String text) {
    String iso = text.replace(' ', 'T');
    Instant instant;
    try {
      instant = OffsetDateTime.parse(iso).toInstant();
    } catch (DateTimeParseException e) {
      instant = LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    }
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }

  private static boolean close(double expected, double actual, DataType type) {
    if (Double.isNaN(expected) || Double.isNaN(actual)) {
      return Double.isNaN(expected) && Double.isNaN(actual);
    }
    if (expected == actual) {
      return true;
    }
    if (type == SimpleType.FLOAT && (float) expected == (float) actual) {
      return true;
    }
    return Math.abs(expected - actual)
        <= TOLERANCE * Math.max(Math.abs(expected), Math.abs(actual));
  }

  private static boolean matchesArray(
      YamlNode expected, ArrayColumn column, ArrayType type, int row) {
    if (!(expected instanceof YamlNode.Sequence list)
        || list.items().size() != column.length(row)) {
      return false;
    }
    for (int i = 0; i < column.length(row); i++) {
      if (!matches(list.items().get(i), column.elements(), type.element(), column.start(row) + i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean matchesMap(YamlNode expected, MapColumn column, MapType type, int row) {
    List<YamlNode.Entry> entries = entries(expected);
    if (entries == null || entries.size() != column.length(row)) {
      return false;
    }
    for (YamlNode.Entry entry : entries) {
      boolean found = false;
      for (int i = column.start(row); i < column.start(row) + column.length(row); i++) {
        found |=
            matches(entry.key(), column.keys(), type.key(), i)
                && matches(entry.value(), column.values(), type.value(), i);
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable List<YamlNode.Entry> entries(YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      return mapping.entries();
    }
    if (node instanceof YamlNode.Sequence list) {
      return list.items().stream()
          .map(item -> (YamlNode.Mapping) item)
          .map(
              pair ->
                  new YamlNode.Entry(
                      (YamlNode.Scalar) pair.find("key").orElseThrow(),
                      pair.find("value").orElseThrow()))
          .toList();
    }
    return null;
  }

  private static boolean matchesStruct(
      YamlNode expected, StructColumn column, StructType type, int row) {
    if (!(expected instanceof YamlNode.Mapping mapping)) {
      return false;
    }
    List<Field> fields = type.fields();
    for (int i = 0; i < fields.size(); i++) {
      YamlNode value = mapping.find(fields.get(i).name()).orElse(null);
      boolean fits =
          value == null
              ? column.field(i).isNull(row)
              : matches(value, column.field(i), fields.get(i).type(), row);
      if (!fits) {
        return false;
      }
    }
    return mapping.entries().stream().allMatch(e -> type.indexOf(e.key().text()) >= 0);
  }
}
