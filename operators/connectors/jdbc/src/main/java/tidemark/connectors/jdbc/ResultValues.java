package tidemark.connectors.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Physical;
import tidemark.operators.types.SimpleType;

/** Reads values of a result in the declared types, exactly or not at all. */
final class ResultValues {
  private final ResultSet result;
  private final boolean[] zoned;
  private final boolean textTimes;
  private final ZoneId zone;

  /**
   * @param zone the zone of columns that hold times without one
   */
  ResultValues(ResultSet result, Dialect dialect, ZoneId zone) throws SQLException {
    this.result = result;
    this.zone = zone;
    this.textTimes = dialect == Dialect.SQLITE;
    ResultSetMetaData data = result.getMetaData();
    this.zoned = new boolean[data.getColumnCount() + 1];
    for (int i = 1; i < zoned.length; i++) {
      zoned[i] =
          data.getColumnType(i) == Types.TIMESTAMP_WITH_TIMEZONE
              || data.getColumnTypeName(i).equalsIgnoreCase("timestamptz");
    }
  }

  /**
   * Appends one value of the current row; nothing is appended if it is none of the type.
   *
   * @return what is wrong with it
   */
  Optional<String> read(int column, DataType type, ColumnBuilder out) throws SQLException {
    try {
      return append(column, type, out);
    } catch (ArithmeticException | DateTimeException e) {
      return Optional.of(unfit(column, type));
    }
  }

  private String unfit(int column, DataType type) throws SQLException {
    return "`" + result.getString(column) + "` is no " + type.ddl();
  }

  private Optional<String> append(int column, DataType type, ColumnBuilder out)
      throws SQLException {
    if (result.getObject(column) == null) {
      out.appendNull();
      return Optional.empty();
    }
    if (type instanceof DecimalType decimal) {
      return decimal(result.getBigDecimal(column), column, decimal, out);
    }
    switch ((SimpleType) type) {
      case BOOLEAN -> ((BooleanBuilder) out).append(result.getBoolean(column));
      case TINYINT -> ((LongBuilder) out).append(whole(column, Byte.MIN_VALUE, Byte.MAX_VALUE));
      case SMALLINT -> ((LongBuilder) out).append(whole(column, Short.MIN_VALUE, Short.MAX_VALUE));
      case INT -> ((LongBuilder) out).append(whole(column, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BIGINT -> ((LongBuilder) out).append(whole(column, Long.MIN_VALUE, Long.MAX_VALUE));
      case FLOAT, DOUBLE -> ((DoubleBuilder) out).append(result.getDouble(column));
      case STRING -> ((BytesBuilder) out).append(result.getString(column));
      case BINARY -> {
        byte[] bytes = result.getBytes(column);
        ((BytesBuilder) out).append(bytes, 0, bytes.length);
      }
      case DATE -> ((LongBuilder) out).append(date(column).toEpochDay());
      case TIMESTAMP, TIMESTAMP_NTZ -> ((LongBuilder) out).append(micros(column, type));
      default -> {
        return Optional.of(unfit(column, type));
      }
    }
    return Optional.empty();
  }

  private long whole(int column, long least, long most) throws SQLException {
    BigDecimal value = result.getBigDecimal(column);
    long whole = value.longValueExact();
    if (whole < least || whole > most) {
      throw new ArithmeticException();
    }
    return whole;
  }

  private Optional<String> decimal(
      BigDecimal value, int column, DecimalType type, ColumnBuilder out) throws SQLException {
    BigDecimal scaled = value.setScale(type.scale());
    BigInteger unscaled = scaled.unscaledValue();
    if (scaled.precision() > type.precision()) {
      return Optional.of(unfit(column, type));
    }
    if (type.physical() == Physical.LONG) {
      ((LongBuilder) out).append(unscaled.longValueExact());
    } else {
      ((DecimalBuilder) out).append(scaled);
    }
    return Optional.empty();
  }

  private LocalDate date(int column) throws SQLException {
    return textTimes
        ? LocalDate.parse(result.getString(column))
        : result.getObject(column, LocalDate.class);
  }

  /** Microseconds since 1970, of an instant in UTC, of a clock as if it stood there. */
  long micros(int column, DataType type) throws SQLException {
    boolean isInstant = type == SimpleType.TIMESTAMP;
    if (zoned[column]) {
      Instant instant = result.getObject(column, OffsetDateTime.class).toInstant();
      return isInstant
          ? micros(instant)
          : micros(instant.atZone(zone).toLocalDateTime().toInstant(ZoneOffset.UTC));
    }
    LocalDateTime clock =
        textTimes
            ? LocalDateTime.parse(result.getString(column).replace(' ', 'T'))
            : result.getObject(column, LocalDateTime.class);
    return micros(clock.atZone(isInstant ? zone : ZoneOffset.UTC).toInstant());
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
