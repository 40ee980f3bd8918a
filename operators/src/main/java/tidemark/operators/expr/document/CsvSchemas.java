package tidemark.operators.expr.document;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tidemark.operators.expr.value.TimePattern;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * The types of a csv record's fields as Spark's {@code schema_of_csv} tells them: the first of int,
 * bigint, a decimal without fraction, double, date, timestamp and boolean that the field can be
 * read as, else string.
 */
public final class CsvSchemas {
  /** What Spark's csv writes for numbers that are none. */
  private static final Set<String> NO_NUMBERS = Set.of("NaN", "Inf", "-Inf");

  /** A time of today, which has no value here but is a timestamp all the same. */
  private static final Pattern TIME_OF_DAY =
      Pattern.compile("T?\\d{1,2}:\\d{1,2}(:\\d{1,2}(\\.\\d*)?)?(Z|[+-]\\d{1,2}(:\\d{1,2})?)?");

  private final Optional<String> nullValue;
  private final TimePattern dates;
  private final Optional<TimePattern> timestamps;

  /**
   * @param nullValue what is written for null
   * @param dateFormat a pattern of dates; {@code yyyy-MM-dd} without one
   * @param timestampFormat a pattern of timestamps; those that casts read without one
   * @throws IllegalArgumentException if a pattern is none
   */
  public CsvSchemas(
      Optional<String> nullValue,
      Optional<String> dateFormat,
      Optional<String> timestampFormat,
      ZoneId zone) {
    this.nullValue = nullValue;
    this.dates = TimePattern.reading(dateFormat.orElse("yyyy-MM-dd"), ZoneOffset.UTC);
    this.timestamps = timestampFormat.map(format -> TimePattern.reading(format, zone));
  }

  /** The struct of a record's fields, which are called {@code _c0} and so on. */
  public StructType of(List<String> record) {
    List<Field> fields = new ArrayList<>();
    for (String field : record) {
      fields.add(Field.of("_c" + fields.size(), type(field)));
    }
    return new StructType(fields);
  }

  private DataType type(String field) {
    if (field.isEmpty() || nullValue.filter(field::equals).isPresent()) {
      return SimpleType.STRING;
    }
    return number(field)
        .or(() -> time(field))
        .orElse(
            field.equalsIgnoreCase("true") || field.equalsIgnoreCase("false")
                ? SimpleType.BOOLEAN
                : SimpleType.STRING);
  }

  private static Optional<DataType> number(String field) {
    if (parses(() -> Integer.parseInt(field))) {
      return Optional.of(SimpleType.INT);
    }
    if (parses(() -> Long.parseLong(field))) {
      return Optional.of(SimpleType.BIGINT);
    }
    if (parses(() -> whole(field))) {
      return Optional.of(new DecimalType(whole(field).precision(), 0));
    }
    return NO_NUMBERS.contains(field) || parses(() -> Double.parseDouble(field))
        ? Optional.of(SimpleType.DOUBLE)
        : Optional.empty();
  }

  private static BigDecimal whole(String field) {
    BigDecimal number = new BigDecimal(field);
    if (number.scale() != 0 || number.precision() > DecimalType.MAX_PRECISION) {
      throw new NumberFormatException(field);
    }
    return number;
  }

  private Optional<DataType> time(String field) {
    if (dates.read(field).isPresent()) {
      return Optional.of(SimpleType.DATE);
    }
    boolean timestamp =
        timestamps
            .map(pattern -> pattern.read(field).isPresent())
            .orElseGet(
                () ->
                    TimeText.timestamp(field, ZoneOffset.UTC).isPresent()
                        || TIME_OF_DAY.matcher(field).matches());
    return timestamp ? Optional.of(SimpleType.TIMESTAMP) : Optional.empty();
  }

  private static boolean parses(Runnable parser) {
    try {
      parser.run();
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
