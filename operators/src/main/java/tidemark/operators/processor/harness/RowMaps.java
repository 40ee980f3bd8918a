package tidemark.operators.processor.harness;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Rows as maps from column to value, and as batches. */
final class RowMaps {
  private final Schema schema;

  RowMaps(Schema schema) {
    this.schema = schema;
  }

  /** A batch of the rows; columns that a row leaves out are null. */
  Batch batch(List<Map<String, @Nullable Object>> rows) {
    BatchBuilder builder = new BatchBuilder(schema);
    for (Map<String, @Nullable Object> row : rows) {
      for (String name : row.keySet()) {
        if (schema.find(name).isEmpty()) {
          throw new IllegalArgumentException("no column `" + name + "`: " + schema.names());
        }
      }
      for (int column = 0; column < schema.size(); column++) {
        Field field = schema.field(column);
        append(field, row.get(field.name()), builder.column(column));
      }
      builder.closeRow();
      if (builder.isFull()) {
        throw new IllegalArgumentException("too many rows for one call");
      }
    }
    return builder.take();
  }

  /** The rows of a batch. */
  List<Map<String, @Nullable Object>> maps(Batch batch) {
    List<Map<String, @Nullable Object>> maps = new ArrayList<>();
    for (int i = 0; i < batch.count(); i++) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      for (int column = 0; column < schema.size(); column++) {
        Field field = schema.field(column);
        map.put(field.name(), value(field.type(), batch.column(column), batch.selection().row(i)));
      }
      maps.add(map);
    }
    return maps;
  }

  private static void append(Field field, @Nullable Object value, ColumnBuilder builder) {
    if (value == null) {
      builder.appendNull();
    } else if (builder instanceof LongBuilder longs) {
      longs.append(number(field, value));
    } else if (builder instanceof DoubleBuilder doubles && value instanceof Number number) {
      doubles.append(number.doubleValue());
    } else if (builder instanceof BooleanBuilder booleans && value instanceof Boolean flag) {
      booleans.append(flag);
    } else if (builder instanceof BytesBuilder texts && value instanceof String text) {
      texts.append(text);
    } else if (builder instanceof DecimalBuilder decimals && value instanceof BigDecimal decimal) {
      decimals.append(decimal.setScale(((DecimalType) field.type()).scale()));
    } else {
      throw unfit(field, value);
    }
  }

  private static long number(Field field, Object value) {
    if (value instanceof Instant instant && field.type() == SimpleType.TIMESTAMP) {
      return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
    if (value instanceof LocalDate date && field.type() == SimpleType.DATE) {
      return date.toEpochDay();
    }
    if (value instanceof BigDecimal decimal && field.type() instanceof DecimalType type) {
      return decimal.setScale(type.scale()).unscaledValue().longValueExact();
    }
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    throw unfit(field, value);
  }

  private static IllegalArgumentException unfit(Field field, Object value) {
    return new IllegalArgumentException(
        value + " is no value for `" + field.name() + "` (" + field.type().ddl() + ")");
  }

  private static @Nullable Object value(DataType type, Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    if (column instanceof LongColumn longs) {
      long value = longs.get(row);
      if (type instanceof DecimalType decimal) {
        return BigDecimal.valueOf(value, decimal.scale());
      }
      return type == SimpleType.TIMESTAMP
          ? Instant.EPOCH.plus(value, ChronoUnit.MICROS)
          : type == SimpleType.DATE ? LocalDate.ofEpochDay(value) : (Object) value;
    }
    if (column instanceof DoubleColumn doubles) {
      return doubles.get(row);
    }
    if (column instanceof BooleanColumn booleans) {
      return booleans.get(row);
    }
    return ((BytesColumn) column).string(row);
  }
}
