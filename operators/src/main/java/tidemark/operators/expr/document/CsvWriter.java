package tidemark.operators.expr.document;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.expr.kernel.TextCasts;
import tidemark.operators.expr.value.TimePattern;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * Writes structs as csv records like Spark's {@code to_csv}: blanks around a value are dropped; a
 * value with a separator, quote or line break is quoted, and a first one that looks like a comment;
 * a quote or backslash in quotes has a backslash before it; an empty text is {@code ""}. For one
 * thread.
 */
public final class CsvWriter {
  private static final String LOCAL = "yyyy-MM-dd'T'HH:mm:ss.SSS";

  /**
   * How values are written.
   *
   * @param separator one character
   * @param nullText what stands for null
   */
  public record Style(
      String separator, String nullText, Optional<String> timestamps, Optional<String> dates) {}

  private final Style style;
  private final ZoneId zone;
  private final TimePattern timestamps;
  private final TimePattern localTimestamps;
  private final Optional<TimePattern> dates;

  /**
   * @throws IllegalArgumentException if a pattern is none
   */
  public CsvWriter(Style style, ZoneId zone) {
    this.style = style;
    this.zone = zone;
    this.timestamps = TimePattern.of(style.timestamps().orElse(LOCAL + "XXXXX"), zone);
    this.localTimestamps = TimePattern.of(LOCAL, ZoneOffset.UTC);
    this.dates = style.dates().map(p -> TimePattern.of(p, ZoneOffset.UTC));
  }

  /** The record of a struct that is not null. */
  public String text(StructColumn struct, int row, StructType type) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < struct.fieldCount(); i++) {
      if (i > 0) {
        out.append(style.separator());
      }
      Column field = struct.field(i);
      if (field.isNull(row)) {
        out.append(style.nullText());
      } else {
        quoted(value(field, row, type.fields().get(i).type()), i == 0, out);
      }
    }
    return out.toString();
  }

  private String value(Column column, int row, DataType type) {
    if (column instanceof DecimalColumn decimals) {
      return decimals.get(row).toString();
    }
    if (column instanceof LongColumn longs) {
      long value = longs.get(row);
      if (type instanceof DecimalType decimal) {
        return BigDecimal.valueOf(value, decimal.scale()).toString();
      }
      if (type == SimpleType.TIMESTAMP) {
        return timestamps.write(value);
      }
      if (type == SimpleType.TIMESTAMP_NTZ) {
        return localTimestamps.write(value);
      }
      if (type == SimpleType.DATE) {
        return dates
            .map(d -> d.write(value * 86_400_000_000L))
            .orElseGet(() -> TimeText.date(value));
      }
    }
    return TextCasts.text(column, row, type, zone);
  }

  private void quoted(String value, boolean first, StringBuilder out) {
    String trimmed = value.trim();
    boolean plain =
        !trimmed.isEmpty()
            && !(first && trimmed.charAt(0) == '#')
            && !trimmed.contains(style.separator())
            && trimmed.chars().noneMatch(c -> c == '"' || c == '\n' || c == '\r');
    if (plain) {
      out.append(trimmed);
    } else {
      out.append('"').append(trimmed.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
  }
}
