package tidemark.operators.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.StructType;

/**
 * Reads JSON documents, each a text of its own, as values of one struct, array or map type, by the
 * rules of Spark's {@code from_json}: names and texts may stand in single quotes, the last of equal
 * names counts, what follows the document is ignored, and a part that does not fit is null.
 */
public final class JsonDocuments {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  /** The field of a struct that is given the texts of bad documents. */
  public static final String CORRUPT = "_corrupt_record";

  private final DataType type;
  private final int corrupt;
  private final JsonValues values;

  public JsonDocuments(DataType type, FormatOptions options) {
    this.type = type;
    this.corrupt = type instanceof StructType struct ? struct.indexOf(CORRUPT) : -1;
    this.values = JsonValues.rewritten(options, FACTORY);
  }

  /**
   * Appends the document's value. A document that is none gives a struct of nulls, or null; a blank
   * text gives null. The struct's field for bad documents, if there is one, is no part of them.
   *
   * @return whether all of it fits the type
   */
  public boolean append(byte[] source, int from, int to, ColumnBuilder out) {
    int row = out.size();
    boolean fits = appendRead(source, from, to, out);
    if (corrupt >= 0) {
      BytesBuilder text = (BytesBuilder) ((StructBuilder) out).field(corrupt);
      text.truncate(row);
      if (fits) {
        text.appendNull();
      } else {
        text.append(source, from, to - from);
      }
    }
    return fits;
  }

  private boolean appendRead(byte[] source, int from, int to, ColumnBuilder out) {
    int row = out.size();
    try (JsonParser parser = FACTORY.createParser(source, from, to - from)) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        out.appendNull();
        return true;
      }
      if (token == JsonToken.START_OBJECT && type instanceof ArrayType array) {
        return only(parser, source, from, array, (ArrayBuilder) out);
      }
      boolean wanted =
          type instanceof ArrayType
              ? token == JsonToken.START_ARRAY
              : token == JsonToken.START_OBJECT;
      if (!wanted) {
        appendBad(out);
        return token == JsonToken.VALUE_NULL;
      }
      return values.append(parser, source, from, type, out) == JsonValues.Fit.GOOD;
    } catch (IOException e) {
      out.truncate(row);
      appendBad(out);
      return false;
    }
  }

  /** One object where an array of structs is wanted is its only element. */
  private boolean only(
      JsonParser parser, byte[] source, int from, ArrayType array, ArrayBuilder out)
      throws IOException {
    if (!(array.element() instanceof StructType)) {
      out.appendNull();
      return false;
    }
    int first = out.elements().size();
    try {
      JsonValues.Fit fit = values.append(parser, source, from, array.element(), out.elements());
      out.closeRow(first);
      return fit == JsonValues.Fit.GOOD;
    } catch (IOException e) {
      out.elements().truncate(first);
      throw e;
    }
  }

  private static void appendBad(ColumnBuilder out) {
    if (out instanceof StructBuilder struct) {
      for (int i = 0; i < struct.fieldCount(); i++) {
        struct.field(i).appendNull();
      }
      struct.closeRow();
    } else {
      out.appendNull();
    }
  }
}
