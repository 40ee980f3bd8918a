package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.StructType;

/** Columns from and to plain Java values: Long, Double, String, BigDecimal, List, Map. */
final class Values {
  private Values() {}

  static Column column(DataType type, List<? extends @Nullable Object> values) {
    ColumnBuilder builder = ColumnBuilder.of(type);
    values.forEach(value -> append(type, builder, value));
    return builder.build();
  }

  static void append(DataType type, ColumnBuilder out, @Nullable Object value) {
    if (value == null) {
      out.appendNull();
      return;
    }
    switch (type.physical()) {
      case BOOLEAN -> ((BooleanBuilder) out).append((Boolean) value);
      case LONG ->
          ((LongBuilder) out)
              .append(
                  value instanceof BigDecimal decimal
                      ? decimal.unscaledValue().longValueExact()
                      : (Long) value);
      case DOUBLE -> ((DoubleBuilder) out).append((Double) value);
      case BYTES -> ((BytesBuilder) out).append((String) value);
      case DECIMAL -> ((DecimalBuilder) out).append((BigDecimal) value);
      case ARRAY -> {
        ArrayBuilder array = (ArrayBuilder) out;
        int first = array.elements().size();
        ((List<?>) value)
            .forEach(item -> append(((ArrayType) type).element(), array.elements(), item));
        array.closeRow(first);
      }
      case MAP -> {
        MapBuilder map = (MapBuilder) out;
        int first = map.keys().size();
        ((Map<?, ?>) value)
            .forEach(
                (key, item) -> {
                  append(((MapType) type).key(), map.keys(), key);
                  append(((MapType) type).value(), map.values(), item);
                });
        map.closeRow(first);
      }
      case STRUCT -> {
        StructBuilder struct = (StructBuilder) out;
        for (int i = 0; i < struct.fieldCount(); i++) {
          append(
              ((StructType) type).fields().get(i).type(),
              struct.field(i),
              ((List<?>) value).get(i));
        }
        struct.closeRow();
      }
    }
  }

  static @Nullable Object value(DataType type, Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    return switch (type.physical()) {
      case BOOLEAN -> ((BooleanColumn) column).get(row);
      case LONG -> {
        long value = ((LongColumn) column).get(row);
        yield type instanceof DecimalType decimal
            ? BigDecimal.valueOf(value, decimal.scale())
            : (Object) value;
      }
      case DOUBLE -> ((DoubleColumn) column).get(row);
      case BYTES -> ((BytesColumn) column).string(row);
      case DECIMAL -> ((DecimalColumn) column).get(row);
      case ARRAY -> {
        ArrayColumn array = (ArrayColumn) column;
        List<@Nullable Object> items = new ArrayList<>();
        for (int i = 0; i < array.length(row); i++) {
          items.add(value(((ArrayType) type).element(), array.elements(), array.start(row) + i));
        }
        yield items;
      }
      case MAP -> {
        MapColumn map = (MapColumn) column;
        Map<@Nullable Object, @Nullable Object> items = new LinkedHashMap<>();
        for (int i = 0; i < map.length(row); i++) {
          items.put(
              value(((MapType) type).key(), map.keys(), map.start(row) + i),
              value(((MapType) type).value(), map.values(), map.start(row) + i));
        }
        yield items;
      }
      case STRUCT -> {
        StructColumn struct = (StructColumn) column;
        List<@Nullable Object> items = new ArrayList<>();
        for (int i = 0; i < struct.fieldCount(); i++) {
          items.add(value(((StructType) type).fields().get(i).type(), struct.field(i), row));
        }
        yield items;
      }
    };
  }
}
