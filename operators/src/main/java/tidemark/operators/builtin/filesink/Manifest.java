package tidemark.operators.builtin.filesink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one micro-batch publishes. Its file is the commit: once it stands, every staged file of it
 * belongs to the result under its final name. As JSON: {@code {"format":1,"batch":17,"files":
 * [{"name":…,"bytes":…,"rows":…}],"whole":false,"input":…}}.
 *
 * @param whole whether the files are the whole result, so that older result files go
 * @param input what the batches up to this one cover, as a text, if it is known
 */
record Manifest(long batch, List<Published> files, boolean whole, Optional<String> input) {
  private static final JsonFactory JSON = new JsonFactory();

  Manifest {
    files = List.copyOf(files);
  }

  /** A staged file, which has the same name in the batch's staging folder and in the result. */
  record Published(String name, long bytes, long rows) {}

  String toJson() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("format", 1);
      json.writeNumberField("batch", batch);
      json.writeArrayFieldStart("files");
      for (Published file : files) {
        json.writeStartObject();
        json.writeStringField("name", file.name());
        json.writeNumberField("bytes", file.bytes());
        json.writeNumberField("rows", file.rows());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeBooleanField("whole", whole);
      if (input.isPresent()) {
        json.writeStringField("input", input.get());
      }
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text + "\n";
  }

  /**
   * @throws IOException if the text is no manifest
   */
  static Manifest of(String text) throws IOException {
    long batch = -1;
    boolean whole = false;
    Optional<String> input = Optional.empty();
    List<Published> files = new ArrayList<>();
    try (JsonParser json = JSON.createParser(text)) {
      require(json.nextToken() == JsonToken.START_OBJECT);
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String key = json.currentName();
        JsonToken value = json.nextToken();
        switch (key) {
          case "format" -> require(json.getIntValue() == 1);
          case "batch" -> batch = json.getLongValue();
          case "whole" -> whole = json.getBooleanValue();
          case "input" -> input = Optional.of(json.getText());
          case "files" -> {
            require(value == JsonToken.START_ARRAY);
            while (json.nextToken() == JsonToken.START_OBJECT) {
              files.add(readFile(json));
            }
          }
          default -> json.skipChildren();
        }
      }
      require(json.currentToken() == JsonToken.END_OBJECT && batch >= 0);
    }
    return new Manifest(batch, files, whole, input);
  }

  private static Published readFile(JsonParser json) throws IOException {
    String name = "";
    long bytes = 0;
    long rows = 0;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      JsonToken unused = json.nextToken();
      switch (key) {
        case "name" -> name = json.getText();
        case "bytes" -> bytes = json.getLongValue();
        case "rows" -> rows = json.getLongValue();
        default -> json.skipChildren();
      }
    }
    require(!name.isEmpty());
    return new Published(name, bytes, rows);
  }

  private static void require(boolean holds) throws IOException {
    if (!holds) {
      throw new IOException("it is not a manifest of format 1");
    }
  }
}
