package tidemark.operators.expr.kernel;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.OptionalLong;
import java.util.StringJoiner;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.expr.value.IntervalText;
import tidemark.operators.expr.value.NumberText;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Casts from and to strings. */
public final class TextCasts {
  private TextCasts() {}

  static RowCast toText(DataType from, ZoneId zone) {
    if (from == SimpleType.BINARY) {
      return (in, r, out) -> {
        BytesColumn bytes = (BytesColumn) in;
        out.set(r, bytes.data(), bytes.start(r), bytes.length(r));
        return true;
      };
    }
    return (in, r, out) -> {
      out.set(r, text(in, r, from, zone));
      return true;
    };
  }

  /** The text of a value; {@code null} for a null inside a nested one. */
  public static String text(Column in, int row, DataType type, ZoneId zone) {
    if (in.isNull(row)) {
      return "null";
    }
    return switch (type.physical()) {
      case BOOLEAN -> Boolean.toString(((BooleanColumn) in).get(row));
      case LONG -> longText(((LongColumn) in).get(row), type, zone);
      case DOUBLE -> {
        double value = ((DoubleColumn) in).get(row);
        yield type == SimpleType.FLOAT ? Float.toString((float) value) : Double.toString(value);
      }
      case DECIMAL -> Casts.decimal(in, row, (DecimalType) type).toPlainString();
      case BYTES -> ((BytesColumn) in).string(row);
      case ARRAY -> array((ArrayColumn) in, row, (ArrayType) type, zone);
      case MAP -> map((MapColumn) in, row, (MapType) type, zone);
      case STRUCT -> struct((StructColumn) in, row, (StructType) type, zone);
    };
  }

  private static String longText(long value, DataType type, ZoneId zone) {
    if (type instanceof DecimalType decimal) {
      return BigDecimal.valueOf(value, decimal.scale()).toPlainString();
    }
    return switch ((SimpleType) type) {
      case DATE -> TimeText.date(value);
      case TIMESTAMP -> TimeText.timestamp(value, zone);
      case TIMESTAMP_NTZ -> TimeText.timestamp(value, java.time.ZoneOffset.UTC);
      case DAY_TIME_INTERVAL -> IntervalText.dayTime(value);
      case YEAR_MONTH_INTERVAL -> IntervalText.yearMonth(value);
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, STRING, BINARY, VOID ->
          Long.toString(value);
    };
  }

  private static String array(ArrayColumn in, int row, ArrayType type, ZoneId zone) {
    StringJoiner joined = new StringJoiner(", ", "[", "]");
    for (int i = 0; i < in.length(row); i++) {
      joined.add(text(in.elements(), in.start(row) + i, type.element(), zone));
    }
    return joined.toString();
  }

  private static String map(MapColumn in, int row, MapType type, ZoneId zone) {
    StringJoiner joined = new StringJoiner(", ", "{", "}");
    for (int i = 0; i < in.length(row); i++) {
      int e = in.start(row) + i;
      joined.add(
          text(in.keys(), e, type.key(), zone) + " -> " + text(in.values(), e, type.value(), zone));
    }
    return joined.toString();
  }

  private static String struct(StructColumn in, int row, StructType type, ZoneId zone) {
    StringJoiner joined = new StringJoiner(", ", "{", "}");
    for (int i = 0; i < in.fieldCount(); i++) {
      joined.add(text(in.field(i), row, type.fields().get(i).type(), zone));
    }
    return joined.toString();
  }

  static RowCast fromText(DataType to, ZoneId zone) {
    if (to instanceof DecimalType decimal) {
      return (in, r, out) -> {
        BigDecimal value = NumberText.parseDecimal(((BytesColumn) in).string(r), decimal);
        if (value != null) {
          out.set(r, value);
        }
        return value != null;
      };
    }
    return switch ((SimpleType) to) {
      case BOOLEAN -> TextCasts::toBoolean;
      case TINYINT, SMALLINT, INT, BIGINT -> toLong(Arithmetic.min(to), Arithmetic.max(to));
      case FLOAT, DOUBLE -> toDouble(to == SimpleType.FLOAT);
      case DATE -> (in, r, out) -> put(out, r, TimeText.date(((BytesColumn) in).string(r)));
      case TIMESTAMP -> toTimestamp(zone);
      case TIMESTAMP_NTZ ->
          (in, r, out) -> put(out, r, TimeText.timestampWithoutZone(((BytesColumn) in).string(r)));
      case BINARY ->
          (in, r, out) -> {
            BytesColumn bytes = (BytesColumn) in;
            out.set(r, bytes.data(), bytes.start(r), bytes.length(r));
            return true;
          };
      case STRING, DAY_TIME_INTERVAL, YEAR_MONTH_INTERVAL, VOID -> (in, r, out) -> false;
    };
  }

  private static boolean put(ColumnSink out, int row, OptionalLong value) {
    if (value.isPresent()) {
      out.set(row, value.getAsLong());
    }
    return value.isPresent();
  }

  private static boolean toBoolean(Column in, int row, ColumnSink out) {
    Boolean value = NumberText.parseBoolean(((BytesColumn) in).string(row));
    if (value != null) {
      out.set(row, value.booleanValue());
    }
    return value != null;
  }

  private static RowCast toLong(long min, long max) {
    return (in, r, out) -> {
      BytesColumn bytes = (BytesColumn) in;
      long value = NumberText.parseLong(bytes.data(), bytes.start(r), bytes.length(r));
      out.set(r, value);
      boolean read =
          value != NumberText.NOT_A_LONG
              || NumberText.isThatLong(bytes.data(), bytes.start(r), bytes.length(r));
      return read && value >= min && value <= max;
    };
  }

  private static RowCast toDouble(boolean single) {
    return (in, r, out) -> {
      BytesColumn bytes = (BytesColumn) in;
      String text =
          new String(bytes.data(), bytes.start(r), bytes.length(r), StandardCharsets.UTF_8);
      Double value = single ? NumberText.parseFloat(text) : NumberText.parseDouble(text);
      if (value != null) {
        out.set(r, value.doubleValue());
      }
      return value != null;
    };
  }

  private static RowCast toTimestamp(ZoneId zone) {
    tidemark.operators.expr.value.TimeBytes fast =
        new tidemark.operators.expr.value.TimeBytes(zone);
    return (in, r, out) -> {
      BytesColumn bytes = (BytesColumn) in;
      if (fast.read(bytes.data(), bytes.start(r), bytes.length(r))) {
        out.set(r, fast.micros());
        return true;
      }
      return put(out, r, TimeText.timestamp(bytes.string(r), zone));
    };
  }
}
