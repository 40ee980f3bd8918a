package tidemark.operators.builtin.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import tidemark.operators.batch.Batch;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;

/** The cells of rows as text: what the json encoder writes, strings without their quotes. */
public final class RowTexts {
  private static final JsonFactory JSON = new JsonFactory();

  private RowTexts() {}

  /** The cells of the selected rows of a batch. */
  public static List<List<String>> of(Batch batch, Encoder ndjson) {
    ByteSink encoded = new ByteSink();
    ndjson.encode(batch, encoded);
    List<List<String>> rows = new ArrayList<>();
    try (JsonParser json = JSON.createParser(encoded.bytes(), 0, encoded.size())) {
      while (json.nextToken() == JsonToken.START_OBJECT) {
        List<String> row = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          row.add(json.nextToken().isScalarValue() ? json.getText() : nested(json));
        }
        rows.add(row);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return rows;
  }

  private static String nested(JsonParser json) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      out.copyCurrentStructure(json);
    }
    return text.toString();
  }
}
