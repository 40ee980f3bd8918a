package tidemark.operators.builtin.filesink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import tidemark.operators.connector.SinkRequest;

/**
 * Who writes a folder. As JSON: {@code {"format":1,"pipeline":…,"query":…,"sink":…}}.
 *
 * @param query the identity of the checkpoint: another checkpoint is another owner, even of the
 *     same pipeline
 */
record Owner(String pipeline, String query, String sink) {
  private static final JsonFactory JSON = new JsonFactory();

  static Owner of(SinkRequest request) {
    return new Owner(request.pipeline(), request.queryId(), request.id());
  }

  /** True if both are of one checkpoint: a pipeline and its sinks may be renamed. */
  boolean isSameAs(Owner other) {
    return query.equals(other.query);
  }

  /** True if both are of one pipeline, by its name. */
  boolean isOfPipelineOf(Owner other) {
    return pipeline.equals(other.pipeline);
  }

  /** The owner in words. */
  String shown() {
    return "sink `" + sink + "` of pipeline `" + pipeline + "` (query " + query + ")";
  }

  String toJson() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("format", 1);
      json.writeStringField("pipeline", pipeline);
      json.writeStringField("query", query);
      json.writeStringField("sink", sink);
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text + "\n";
  }

  /**
   * @throws IOException if the text is no owner's mark
   */
  static Owner of(String text) throws IOException {
    String pipeline = "";
    String query = "";
    String sink = "";
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("it is not an owner's mark");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String key = json.currentName();
        JsonToken unused = json.nextToken();
        switch (key) {
          case "pipeline" -> pipeline = json.getText();
          case "query" -> query = json.getText();
          case "sink" -> sink = json.getText();
          default -> json.skipChildren();
        }
      }
    }
    return new Owner(pipeline, query, sink);
  }
}
