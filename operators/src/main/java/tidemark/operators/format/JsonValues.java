package tidemark.operators.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * JSON values as values of a type, by the rules of Spark's JSON reader: a number or boolean must be
 * written as one, except that a decimal may be a text; integers are digits only and within range; a
 * timestamp is a text, or a whole number of seconds or of the declared unit; a string column given
 * another value keeps its JSON text; a struct with a bad field keeps the others, an array or map
 * with a bad element is bad as a whole unless the element is a struct, array or map that kept a
 * part.
 */
final class JsonValues {
  /** How a value fits its type. */
  enum Fit {
    GOOD,
    /** A part is null because it does not fit. */
    PARTLY,
    /** The whole is null. */
    BAD
  }

  private final Times times;
  private final @Nullable JsonFactory rewriting;
  private final ByteNumbers numbers = new ByteNumbers();
  private String misfit = "";
  private byte[] buffer = new byte[0];
  private int origin;
  private long longValue;
  private double doubleValue;
  private int bytesStart;
  private int bytesLength;
  private byte @Nullable [] ownBytes;

  JsonValues(FormatOptions options) {
    this(options, null);
  }

  private JsonValues(FormatOptions options, @Nullable JsonFactory rewriting) {
    this.times = new Times(options);
    this.rewriting = rewriting;
  }

  /** Values of which those that a string column keeps as JSON are written anew, without spaces. */
  static JsonValues rewritten(FormatOptions options, JsonFactory factory) {
    return new JsonValues(options, factory);
  }

  /** What the last value that did not fit looked like, for messages. */
  String misfit() {
    return misfit;
  }

  /**
   * Sets a cell to the value at the parser's token, which is not null, and moves the parser to the
   * value's end.
   *
   * @param source the bytes that the parser reads, from {@code from} on
   */
  Fit set(JsonParser parser, byte[] source, int from, DataType type, @Nullable Cells cells, int row)
      throws IOException {
    buffer = source;
    origin = from;
    if (cells instanceof BuiltCells built) {
      ColumnBuilder builder = built.at(row);
      Fit fit = append(parser, type, builder);
      if (fit == Fit.BAD) {
        built.at(row);
      }
      return fit;
    }
    if (!scalar(parser, type)) {
      return bad(parser);
    }
    if (cells instanceof LongCells longs) {
      longs.values[row] = longValue;
    } else if (cells instanceof DoubleCells doubles) {
      doubles.values[row] = doubleValue;
    } else if (cells instanceof BooleanCells booleans) {
      booleans.values[row] = longValue != 0;
    } else if (cells instanceof BytesCells bytes) {
      if (ownBytes != null) {
        bytes.setCopy(row, ownBytes, 0, ownBytes.length);
      } else {
        bytes.set(row, bytesStart, bytesLength);
      }
    }
    return Fit.GOOD;
  }

  private Fit bad(JsonParser parser) throws IOException {
    misfit = parser.currentToken().isScalarValue() ? shown(parser) : parser.getText() + "…";
    parser.skipChildren();
    return Fit.BAD;
  }

  private static String shown(JsonParser parser) throws IOException {
    String text = parser.getText();
    return parser.currentToken() == JsonToken.VALUE_STRING ? "\"" + text + "\"" : text;
  }

  /** The same for a builder: appends exactly one value, null if it does not fit. */
  Fit append(JsonParser parser, byte[] source, int from, DataType type, ColumnBuilder builder)
      throws IOException {
    buffer = source;
    origin = from;
    return append(parser, type, builder);
  }

  /** Appends exactly one value, null if bad; the parser ends at the value's end. */
  private Fit append(JsonParser parser, DataType type, ColumnBuilder builder) throws IOException {
    Fit fit;
    JsonToken token = parser.currentToken();
    if (type instanceof StructType struct && token == JsonToken.START_OBJECT) {
      return appendStruct(parser, struct, (StructBuilder) builder);
    } else if (type instanceof ArrayType array && token == JsonToken.START_ARRAY) {
      fit = appendArray(parser, array, (ArrayBuilder) builder);
    } else if (type instanceof MapType map && token == JsonToken.START_OBJECT) {
      fit = appendMap(parser, map, (MapBuilder) builder);
    } else {
      fit = appendScalar(parser, type, builder);
    }
    if (fit == Fit.BAD) {
      builder.appendNull();
    }
    return fit;
  }

  private Fit appendScalar(JsonParser parser, DataType type, ColumnBuilder builder)
      throws IOException {
    if (builder instanceof DecimalBuilder decimals) {
      BigDecimal value = decimal(parser, (DecimalType) type);
      if (value == null) {
        return bad(parser);
      }
      decimals.append(value);
    } else if (!scalar(parser, type)) {
      return bad(parser);
    } else if (builder instanceof LongBuilder longs) {
      longs.append(longValue);
    } else if (builder instanceof DoubleBuilder doubles) {
      doubles.append(doubleValue);
    } else if (builder instanceof BooleanBuilder booleans) {
      booleans.append(longValue != 0);
    } else if (builder instanceof BytesBuilder bytes) {
      if (ownBytes != null) {
        bytes.append(ownBytes, 0, ownBytes.length);
      } else {
        bytes.append(buffer, bytesStart, bytesLength);
      }
    }
    return Fit.GOOD;
  }

  private Fit appendStruct(JsonParser parser, StructType type, StructBuilder builder)
      throws IOException {
    int row = builder.size();
    List<Field> fields = type.fields();
    Fit fit = Fit.GOOD;
    try {
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        int index = type.indexOf(parser.currentName());
        JsonToken token = parser.nextToken();
        if (index < 0) {
          parser.skipChildren();
          continue;
        }
        if (builder.field(index).size() > row) {
          builder.field(index).truncate(row);
        }
        if (token != JsonToken.VALUE_NULL
            && append(parser, fields.get(index).type(), builder.field(index)) != Fit.GOOD) {
          fit = Fit.PARTLY;
        }
      }
    } catch (IOException e) {
      for (int i = 0; i < fields.size(); i++) {
        builder.field(i).truncate(row);
      }
      throw e;
    }
    for (int i = 0; i < fields.size(); i++) {
      if (builder.field(i).size() == row) {
        builder.field(i).appendNull();
        if (!fields.get(i).nullable()) {
          misfit = "a struct without `" + fields.get(i).name() + "`";
          fit = Fit.PARTLY;
        }
      }
    }
    builder.closeRow();
    return fit;
  }

  private Fit appendArray(JsonParser parser, ArrayType type, ArrayBuilder builder)
      throws IOException {
    ColumnBuilder elements = builder.elements();
    int first = elements.size();
    Fit fit = Fit.GOOD;
    try {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        fit = worse(fit, appendOrNull(parser, type.element(), elements));
      }
    } catch (IOException e) {
      elements.truncate(first);
      throw e;
    }
    if (fit == Fit.BAD) {
      elements.truncate(first);
    } else {
      builder.closeRow(first);
    }
    return fit;
  }

  private Fit appendMap(JsonParser parser, MapType type, MapBuilder builder) throws IOException {
    int first = builder.keys().size();
    Fit fit = Fit.GOOD;
    try {
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        ((BytesBuilder) builder.keys()).append(parser.currentName());
        parser.nextToken();
        fit = worse(fit, appendOrNull(parser, type.value(), builder.values()));
      }
    } catch (IOException e) {
      builder.keys().truncate(first);
      builder.values().truncate(first);
      throw e;
    }
    if (fit == Fit.BAD) {
      builder.keys().truncate(first);
      builder.values().truncate(first);
    } else {
      builder.closeRow(first);
    }
    return fit;
  }

  private Fit appendOrNull(JsonParser parser, DataType type, ColumnBuilder builder)
      throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      builder.appendNull();
      return Fit.GOOD;
    }
    return append(parser, type, builder);
  }

  private static Fit worse(Fit a, Fit b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /** Reads a value of a type without parts; false if it does not fit. */
  private boolean scalar(JsonParser parser, DataType type) throws IOException {
    if (type instanceof DecimalType decimal) {
      BigDecimal value = decimal(parser, decimal);
      longValue = value == null ? 0 : value.unscaledValue().longValueExact();
      return value != null;
    }
    if (!(type instanceof SimpleType simple)) {
      return false;
    }
    return switch (simple) {
      case BOOLEAN -> bool(parser);
      case TINYINT -> integral(parser, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> integral(parser, Short.MIN_VALUE, Short.MAX_VALUE);
      case INT -> integral(parser, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> integral(parser, Long.MIN_VALUE, Long.MAX_VALUE);
      case FLOAT, DOUBLE -> fractional(parser, simple);
      case STRING -> string(parser);
      case BINARY -> binary(parser);
      case DATE, TIMESTAMP, TIMESTAMP_NTZ -> time(parser, simple);
      case DAY_TIME_INTERVAL, YEAR_MONTH_INTERVAL, VOID -> false;
    };
  }

  private boolean bool(JsonParser parser) {
    longValue = parser.currentToken() == JsonToken.VALUE_TRUE ? 1 : 0;
    return longValue == 1 || parser.currentToken() == JsonToken.VALUE_FALSE;
  }

  private int tokenStart(JsonParser parser) {
    return origin + (int) parser.currentTokenLocation().getByteOffset();
  }

  private boolean integral(JsonParser parser, long least, long greatest) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return false;
    }
    int start = tokenStart(parser);
    boolean fits = numbers.parseLong(buffer, start, start + parser.getTextLength());
    longValue = numbers.longValue;
    return fits && longValue >= least && longValue <= greatest;
  }

  private boolean fractional(JsonParser parser, SimpleType type) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_STRING) {
      return namedNumber(parser.getText());
    }
    if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
      return false;
    }
    if (parser.isNaN()) {
      doubleValue = parser.getDoubleValue();
      return true;
    }
    int start = tokenStart(parser);
    int end = start + parser.getTextLength();
    boolean fits =
        type == SimpleType.FLOAT
            ? numbers.parseFloat(buffer, start, end)
            : numbers.parseDouble(buffer, start, end);
    doubleValue = numbers.jsonDouble(end - start);
    return fits;
  }

  private boolean namedNumber(String text) {
    switch (text) {
      case "NaN" -> doubleValue = Double.NaN;
      case "Infinity", "+Infinity", "+INF" -> doubleValue = Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF" -> doubleValue = Double.NEGATIVE_INFINITY;
      default -> {
        return false;
      }
    }
    return true;
  }

  private @Nullable BigDecimal decimal(JsonParser parser, DecimalType type) throws IOException {
    JsonToken token = parser.currentToken();
    boolean number =
        (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT)
            && !parser.isNaN();
    if (!number && token != JsonToken.VALUE_STRING) {
      return null;
    }
    String text = parser.getText();
    return DecimalTexts.read(text, type.precision(), type.scale());
  }

  private boolean string(JsonParser parser) throws IOException {
    ownBytes = null;
    JsonToken token = parser.currentToken();
    int start = tokenStart(parser);
    if (token == JsonToken.VALUE_STRING) {
      return text(parser, start);
    }
    if (rewriting != null) {
      ownBytes = rewritten(parser, rewriting);
      return true;
    }
    bytesStart = start;
    parser.skipChildren();
    bytesLength =
        token.isStructStart()
            ? origin + (int) parser.currentLocation().getByteOffset() - start
            : parser.getTextLength();
    return true;
  }

  private static byte[] rewritten(JsonParser parser, JsonFactory factory) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = factory.createGenerator(bytes)) {
      generator.copyCurrentStructure(parser);
    }
    return bytes.toByteArray();
  }

  /** A JSON string; false if an escape is half a surrogate pair, which no UTF-8 can hold. */
  private boolean text(JsonParser parser, int start) throws IOException {
    char[] chars = parser.getTextCharacters();
    int offset = parser.getTextOffset();
    int length = parser.getTextLength();
    int end = start + 1;
    byte quote = buffer[start];
    while (buffer[end] != quote && buffer[end] != '\\') {
      end++;
    }
    if (buffer[end] == quote) {
      bytesStart = start + 1;
      bytesLength = end - bytesStart;
      return true;
    }
    try {
      ByteBuffer utf8 =
          StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(chars, offset, length));
      ownBytes = new byte[utf8.remaining()];
      utf8.get(ownBytes);
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private boolean binary(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      return false;
    }
    try {
      ownBytes = Base64.getDecoder().decode(parser.getText());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private boolean time(JsonParser parser, SimpleType type) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_STRING) {
      if (!string(parser)) {
        return false;
      }
      byte[] source = ownBytes == null ? buffer : ownBytes;
      int start = ownBytes == null ? bytesStart : 0;
      int end = start + (ownBytes == null ? bytesLength : ownBytes.length);
      longValue =
          switch (type) {
            case DATE -> times.date(source, start, end);
            case TIMESTAMP -> times.timestamp(source, start, end);
            default -> times.localTimestamp(source, start, end);
          };
      return longValue != Times.NONE;
    }
    if (type != SimpleType.TIMESTAMP || !integral(parser, Long.MIN_VALUE, Long.MAX_VALUE)) {
      return false;
    }
    longValue = times.timestamp(longValue);
    return longValue != Times.NONE;
  }
}
