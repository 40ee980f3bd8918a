package tidemark.connectors.jdbc;

import java.sql.Types;
import java.util.Set;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/**
 * A column of a table in a database.
 *
 * @param sqlType its type as JDBC numbers types
 * @param typeName its type as the database calls it
 * @param digits the most digits of a number; 0 if there is no bound
 * @param scale digits behind the point
 * @param needed whether a row must have a value of it
 */
record TargetColumn(
    String name, int sqlType, String typeName, int digits, int scale, boolean needed) {
  private static final Set<Integer> TEXTS =
      Set.of(
          Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.OTHER,
          Types.SQLXML);
  private static final Set<Integer> BYTES =
      Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);
  private static final Set<Integer> TIMES = Set.of(Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE);

  /** Whether every value of the type can be stored. */
  boolean takes(DataType type) {
    if (type instanceof DecimalType decimal) {
      return takesDigits(decimal.precision() - decimal.scale(), decimal.scale());
    }
    if (!(type instanceof SimpleType simple)) {
      return false;
    }
    return switch (simple) {
      case BOOLEAN -> Set.of(Types.BIT, Types.BOOLEAN, Types.TINYINT).contains(sqlType);
      case TINYINT -> sqlType == Types.TINYINT || takesInteger(3);
      case SMALLINT -> takesInteger(5);
      case INT -> takesInteger(10);
      case BIGINT -> takesInteger(19);
      case FLOAT -> sqlType == Types.REAL || takesDouble();
      case DOUBLE -> takesDouble();
      case STRING -> TEXTS.contains(sqlType);
      case BINARY -> BYTES.contains(sqlType);
      case DATE -> sqlType == Types.DATE;
      case TIMESTAMP -> TIMES.contains(sqlType);
      case TIMESTAMP_NTZ -> sqlType == Types.TIMESTAMP && !hasZone();
      default -> false;
    };
  }

  /** Whether a time in it is an instant, not one of a calendar and clock. */
  boolean hasZone() {
    return sqlType == Types.TIMESTAMP_WITH_TIMEZONE || typeName.equalsIgnoreCase("timestamptz");
  }

  private boolean takesDouble() {
    return sqlType == Types.DOUBLE || sqlType == Types.FLOAT;
  }

  private boolean takesInteger(int places) {
    return switch (sqlType) {
      case Types.SMALLINT -> places <= 5;
      case Types.INTEGER -> places <= 10;
      case Types.BIGINT -> true;
      default -> takesDigits(places, 0);
    };
  }

  private boolean takesDigits(int before, int behind) {
    boolean isDecimal = sqlType == Types.NUMERIC || sqlType == Types.DECIMAL;
    return isDecimal && (digits == 0 || digits - scale >= before && scale >= behind);
  }
}
