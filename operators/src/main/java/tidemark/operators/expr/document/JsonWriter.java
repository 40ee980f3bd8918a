package tidemark.operators.expr.document;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Optional;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.expr.value.IntervalText;
import tidemark.operators.expr.value.TimePattern;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * Writes values as JSON like Spark's {@code to_json}: fields that are null are left out, timestamps
 * have milliseconds, binary is base64, keys of maps are their texts. For one thread.
 */
public final class JsonWriter {
  private static final String LOCAL = "yyyy-MM-dd'T'HH:mm:ss.SSS";

  private final TimePattern timestamps;
  private final TimePattern localTimestamps;
  private final Optional<TimePattern> dates;
  private final boolean keepsNulls;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param keepsNulls whether fields that are null are written
   * @throws IllegalArgumentException if a pattern is none
   */
  public JsonWriter(
      ZoneId zone,
      Optional<String> timestampPattern,
      Optional<String> localTimestampPattern,
      Optional<String> datePattern,
      boolean keepsNulls) {
    this.timestamps = TimePattern.of(timestampPattern.orElse(LOCAL + "XXXXX"), zone);
    this.localTimestamps = TimePattern.of(localTimestampPattern.orElse(LOCAL), ZoneOffset.UTC);
    this.dates = datePattern.map(p -> TimePattern.of(p, ZoneOffset.UTC));
    this.keepsNulls = keepsNulls;
  }

  /** The JSON text of a value that is not null. */
  public String text(Column column, int row, DataType type) {
    out.setLength(0);
    value(column, row, type);
    return out.toString();
  }

  private void value(Column column, int row, DataType type) {
    if (column.isNull(row)) {
      out.append("null");
    } else if (column instanceof LongColumn longs) {
      number(longs.get(row), type);
    } else if (column instanceof DoubleColumn doubles) {
      fractional(doubles.get(row), type == SimpleType.FLOAT);
    } else if (column instanceof BooleanColumn booleans) {
      out.append(booleans.get(row));
    } else if (column instanceof DecimalColumn decimals) {
      out.append(decimals.get(row));
    } else if (column instanceof BytesColumn bytes) {
      quoted(
          type == SimpleType.BINARY
              ? Base64.getEncoder().encodeToString(bytes.bytes(row))
              : bytes.string(row));
    } else if (column instanceof ArrayColumn array) {
      array(array, row, ((ArrayType) type).element());
    } else if (column instanceof MapColumn map) {
      map(map, row, (MapType) type);
    } else {
      struct((StructColumn) column, row, (StructType) type);
    }
  }

  private void quoted(String text) {
    out.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, out);
    out.append('"');
  }

  private void number(long value, DataType type) {
    if (type instanceof DecimalType decimal) {
      out.append(BigDecimal.valueOf(value, decimal.scale()));
      return;
    }
    switch ((SimpleType) type) {
      case DATE -> quoted(date(value));
      case TIMESTAMP -> quoted(timestamps.write(value));
      case TIMESTAMP_NTZ -> quoted(localTimestamps.write(value));
      case DAY_TIME_INTERVAL -> quoted(IntervalText.dayTime(value));
      case YEAR_MONTH_INTERVAL -> quoted(IntervalText.yearMonth(value));
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, STRING, BINARY, VOID ->
          out.append(value);
    }
  }

  private String date(long days) {
    long micros = days * 86_400_000_000L;
    return dates.map(d -> d.write(micros)).orElseGet(() -> TimeText.date(days));
  }

  private void fractional(double value, boolean single) {
    String text = single ? Float.toString((float) value) : Double.toString(value);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      quoted(text);
    } else {
      out.append(text);
    }
  }

  private void array(ArrayColumn array, int row, DataType element) {
    out.append('[');
    int start = array.start(row);
    for (int i = start; i < start + array.length(row); i++) {
      if (i > start) {
        out.append(',');
      }
      value(array.elements(), i, element);
    }
    out.append(']');
  }

  private void map(MapColumn map, int row, MapType type) {
    out.append('{');
    int start = map.start(row);
    for (int i = start; i < start + map.length(row); i++) {
      if (i > start) {
        out.append(',');
      }
      quoted(key(map.keys(), i, type.key()));
      out.append(':');
      value(map.values(), i, type.value());
    }
    out.append('}');
  }

  /** A key's text: for dates and times the number behind it, as in Spark. */
  private static String key(Column keys, int row, DataType type) {
    if (keys instanceof LongColumn longs) {
      return type instanceof DecimalType decimal
          ? BigDecimal.valueOf(longs.get(row), decimal.scale()).toString()
          : Long.toString(longs.get(row));
    }
    if (keys instanceof DoubleColumn doubles) {
      double value = doubles.get(row);
      return type == SimpleType.FLOAT ? Float.toString((float) value) : Double.toString(value);
    }
    if (keys instanceof BooleanColumn booleans) {
      return Boolean.toString(booleans.get(row));
    }
    return keys instanceof DecimalColumn decimals
        ? decimals.get(row).toString()
        : ((BytesColumn) keys).string(row);
  }

  private void struct(StructColumn struct, int row, StructType type) {
    out.append('{');
    boolean first = true;
    for (int i = 0; i < struct.fieldCount(); i++) {
      if (keepsNulls || !struct.field(i).isNull(row)) {
        if (!first) {
          out.append(',');
        }
        first = false;
        quoted(type.fields().get(i).name());
        out.append(':');
        value(struct.field(i), row, type.fields().get(i).type());
      }
    }
    out.append('}');
  }
}
