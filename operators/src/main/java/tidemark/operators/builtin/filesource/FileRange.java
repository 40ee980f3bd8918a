package tidemark.operators.builtin.filesource;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import tidemark.operators.connector.Range;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.JsonFault;

/**
 * The files of one micro-batch, in reading order. As JSON: {@code {"files":[{"path":…,"size":…,
 * "mtime":nanoseconds,"hash":"16 hex digits"},…]}}; unknown keys are ignored.
 */
record FileRange(List<RecordedFile> files) {
  private static final JsonFactory JSON = new JsonFactory();

  FileRange {
    files = List.copyOf(files);
  }

  long bytes() {
    return files.stream().mapToLong(RecordedFile::size).sum();
  }

  Range toRange() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeArrayFieldStart("files");
      for (RecordedFile file : files) {
        json.writeStartObject();
        json.writeStringField("path", file.name());
        json.writeNumberField("size", file.size());
        json.writeNumberField("mtime", file.modified());
        json.writeStringField("hash", HexFormat.of().toHexDigits(file.fingerprint()));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return new Range(text.toString(), bytes());
  }

  static FileRange of(Range range) {
    try (JsonParser json = JSON.createParser(range.json())) {
      return new FileRange(readFiles(json));
    } catch (IOException | RuntimeException unreadable) {
      throw new Failure(
          Code.TM504,
          "the recorded range of a file source cannot be read: "
              + JsonFault.in(range.json()).orElse("its JSON is not as expected"),
          "restore the checkpoint from a copy",
          unreadable);
    }
  }

  private static List<RecordedFile> readFiles(JsonParser json) throws IOException {
    List<RecordedFile> files = new ArrayList<>();
    require(json.nextToken() == JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean isFiles = json.currentName().equals("files");
      JsonToken value = json.nextToken();
      if (!isFiles) {
        json.skipChildren();
        continue;
      }
      require(value == JsonToken.START_ARRAY);
      while (json.nextToken() == JsonToken.START_OBJECT) {
        files.add(readFile(json));
      }
    }
    return files;
  }

  private static RecordedFile readFile(JsonParser json) throws IOException {
    String name = "";
    long size = -1;
    long modified = 0;
    long fingerprint = 0;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      require(json.nextToken() != null);
      switch (key) {
        case "path" -> name = json.getText();
        case "size" -> size = json.getLongValue();
        case "mtime" -> modified = json.getLongValue();
        case "hash" -> fingerprint = Long.parseUnsignedLong(json.getText(), 16);
        default -> json.skipChildren();
      }
    }
    require(!name.isEmpty() && size >= 0);
    return new RecordedFile(name, size, modified, fingerprint);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("its JSON is not as expected");
    }
  }
}
