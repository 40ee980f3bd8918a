package tidemark.connectors.jdbc;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/**
 * Values of columns as parameters of statements.
 *
 * @param zone the zone of columns that hold times without one
 */
record StatementValues(Dialect dialect, ZoneId zone) {
  /** The value of one row. */
  @Nullable Object of(DataType type, Column column, int row) {
    if (column.isNull(row)) {
      return null;
    } else if (column instanceof LongColumn longs) {
      return number(type, longs.get(row));
    } else if (column instanceof BytesColumn bytes) {
      return type == SimpleType.BINARY ? bytes.bytes(row) : bytes.string(row);
    } else if (column instanceof DoubleColumn doubles) {
      return doubles.get(row);
    } else if (column instanceof BooleanColumn booleans) {
      return booleans.get(row);
    }
    return ((DecimalColumn) column).get(row);
  }

  private Object number(DataType type, long value) {
    if (type instanceof DecimalType decimal) {
      return BigDecimal.valueOf(value, decimal.scale());
    } else if (type == SimpleType.DATE) {
      LocalDate date = LocalDate.ofEpochDay(value);
      return dialect == Dialect.SQLITE ? date.toString() : date;
    } else if (type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ) {
      LocalDateTime clock =
          LocalDateTime.ofInstant(
              instant(value), type == SimpleType.TIMESTAMP ? zone : ZoneOffset.UTC);
      return dialect == Dialect.SQLITE ? clock.toString() : clock;
    }
    return value;
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
