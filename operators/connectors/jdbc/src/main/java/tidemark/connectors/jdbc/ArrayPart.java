package tidemark.connectors.jdbc;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/**
 * A column of a key in PostgreSQL: what it is held against. The array's elements have a type for
 * which an index of the column can be used and into which every element can be read.
 *
 * @param column what is compared, in SQL
 * @param type of the values that are asked for
 * @param element the type of the array's elements, as the database calls it
 * @param zone the zone of columns that hold times without one
 */
record ArrayPart(String column, DataType type, String element, ZoneId zone) {
  private static final String ZONED = "timestamptz";
  private static final String UUID = "uuid";
  private static final Set<String> TEXTS = Set.of("text", "varchar", "bpchar", "citext");
  private static final Pattern UUID_FORM =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  /**
   * @param typeName the column's type, as the database calls it
   */
  static ArrayPart of(String column, DataType type, String typeName, ZoneId zone) {
    String name = typeName.toLowerCase(Locale.ROOT);
    if (type == SimpleType.STRING && !TEXTS.contains(name) && !name.equals(UUID)) {
      return new ArrayPart("CAST(" + column + " AS text)", type, "text", zone);
    }
    return new ArrayPart(column, type, element(type, name), zone);
  }

  private static String element(DataType type, String typeName) {
    if (type instanceof DecimalType || type.isIntegral() && typeName.equals("numeric")) {
      return "numeric";
    } else if (type.isIntegral()) {
      return "int8";
    }
    return switch ((SimpleType) type) {
      case BOOLEAN -> "bool";
      case DATE -> "date";
      case TIMESTAMP, TIMESTAMP_NTZ -> typeName.equals(ZONED) ? ZONED : "timestamp";
      default -> typeName;
    };
  }

  /** The array as a parameter of a statement. */
  String parameter() {
    return "CAST(? AS " + element + "[])";
  }

  /** A value as an element of the array; empty if no row of the database can have it. */
  Optional<String> text(Column values, int row) {
    if (type == SimpleType.STRING) {
      String text = ((BytesColumn) values).string(row);
      boolean possible =
          element.equals(UUID) ? UUID_FORM.matcher(text).matches() : text.indexOf('\0') < 0;
      return possible ? Optional.of(text) : Optional.empty();
    } else if (values instanceof BooleanColumn booleans) {
      return Optional.of(Boolean.toString(booleans.get(row)));
    } else if (values instanceof DecimalColumn decimals) {
      return Optional.of(decimals.get(row).toPlainString());
    }
    return number(((LongColumn) values).get(row));
  }

  private Optional<String> number(long value) {
    if (type instanceof DecimalType decimal) {
      return Optional.of(BigDecimal.valueOf(value, decimal.scale()).toPlainString());
    } else if (type == SimpleType.DATE) {
      LocalDate date = LocalDate.ofEpochDay(value);
      return isWritten(date) ? Optional.of(date.toString()) : Optional.empty();
    } else if (type == SimpleType.TIMESTAMP || type == SimpleType.TIMESTAMP_NTZ) {
      return time(value);
    }
    return Optional.of(Long.toString(value));
  }

  private Optional<String> time(long micros) {
    boolean isInstant = type == SimpleType.TIMESTAMP;
    LocalDateTime clock =
        LocalDateTime.ofInstant(
            StatementValues.instant(micros),
            isInstant && !element.equals(ZONED) ? zone : ZoneOffset.UTC);
    if (!isWritten(clock.toLocalDate())) {
      return Optional.empty();
    }
    return Optional.of(
        element.equals(ZONED)
            ? clock.atZone(isInstant ? ZoneOffset.UTC : zone).toInstant().toString()
            : clock.toString());
  }

  /** Whether a year has four digits, as texts of dates do. */
  private static boolean isWritten(LocalDate date) {
    return date.getYear() >= 1 && date.getYear() <= 9999;
  }
}
