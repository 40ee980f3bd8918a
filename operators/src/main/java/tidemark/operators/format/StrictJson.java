package tidemark.operators.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * The strict way to read one JSON record: the whole line must be one JSON object in valid UTF-8, no
 * name twice in any object of it. Besides JSON, the bare words {@code NaN} and {@code Infinity}
 * (with a sign) are numbers, as in Spark. What this says of a record, every other scanner must say
 * too.
 *
 * <p>Checked of every field, needed or not: syntax, encoding, names. Checked of the needed fields
 * only: that the value fits the column's type, and that a {@code not null} column has a value.
 */
final class StrictJson {
  private final RowCells rows;
  private final JsonValues values;
  private final JsonFactory factory;
  private final Map<String, Integer> positions = new HashMap<>();
  private final boolean[] present;

  StrictJson(RowCells rows, FormatOptions options) {
    this.rows = rows;
    this.values = new JsonValues(options);
    this.factory = factory(options.maxRecordBytes());
    Schema schema = rows.schema();
    for (int column : rows.dataColumns()) {
      positions.put(schema.field(column).name(), column);
    }
    this.present = new boolean[schema.size()];
  }

  private static JsonFactory factory(int maxRecordBytes) {
    return new JsonFactoryBuilder()
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxStringLength(maxRecordBytes)
                .maxNumberLength(maxRecordBytes)
                .maxNameLength(maxRecordBytes)
                .build())
        .build();
  }

  /**
   * Reads {@code buffer[from, to)} as the open row and closes it; a bad record is reported and kept
   * or left out as the policy says.
   *
   * @param line the record's line, for the report
   * @return whether the record is good
   */
  boolean read(byte[] buffer, int from, int to, long line) {
    Arrays.fill(present, false);
    String problem = encodingProblem(buffer, from, to);
    if (problem == null) {
      try (JsonParser parser = factory.createParser(buffer, from, to - from)) {
        problem = readObject(parser, buffer, from, to);
      } catch (IOException malformed) {
        Arrays.fill(present, false);
        problem = fault(buffer, from, to);
      }
    }
    if (problem != null) {
      rows.closeBad(present, line, buffer, from, to, problem);
      return false;
    }
    rows.closeRow(present);
    return true;
  }

  private static String fault(byte[] buffer, int from, int to) {
    return "not one JSON object"
        + JsonFault.in(buffer, from, to).map(fault -> ": " + fault).orElse("");
  }

  /** The parser guesses encodings from zero bytes and a mark; records are UTF-8 without one. */
  private static @Nullable String encodingProblem(byte[] buffer, int from, int to) {
    int invalid = Utf8.firstInvalid(buffer, from, to);
    if (invalid >= 0) {
      return "byte " + (invalid - from + 1) + " of the record is not valid UTF-8";
    }
    boolean guessed =
        to - from >= 3
            && buffer[from] == (byte) 0xEF
            && buffer[from + 1] == (byte) 0xBB
            && buffer[from + 2] == (byte) 0xBF;
    for (int i = from; i < Math.min(to, from + 4); i++) {
      guessed |= buffer[i] == 0;
    }
    return guessed ? fault(buffer, from, to) : null;
  }

  private @Nullable String readObject(JsonParser parser, byte[] buffer, int from, int to)
      throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return fault(buffer, from, to);
    }
    String problem = null;
    Schema schema = rows.schema();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Integer column = positions.get(parser.currentName());
      JsonToken token = parser.nextToken();
      if (column == null) {
        parser.skipChildren();
      } else if (token != JsonToken.VALUE_NULL) {
        Field field = schema.field(column);
        JsonValues.Fit fit =
            values.set(parser, buffer, from, field.type(), rows.cells(column), rows.rows);
        present[column] = fit != JsonValues.Fit.BAD;
        if (fit != JsonValues.Fit.GOOD && problem == null) {
          problem = RowCells.misfit(field.name(), field.type(), values.misfit());
        }
      }
    }
    if (parser.nextToken() != null) {
      Arrays.fill(present, false);
      return fault(buffer, from, to);
    }
    return problem == null ? missing(schema) : problem;
  }

  private @Nullable String missing(Schema schema) {
    for (int column : rows.dataColumns()) {
      if (!present[column] && !schema.field(column).nullable()) {
        return "column `" + schema.field(column).name() + "` is not null but has no value";
      }
    }
    return null;
  }
}
