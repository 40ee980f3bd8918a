package tidemark.runner.layout;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tidemark.operators.format.JsonFault;

/** Reads JSON text into maps in the order of the text, lists, and texts for all scalars. */
final class JsonTree {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonTree() {}

  /**
   * The object that the text holds.
   *
   * @throws IllegalArgumentException if it holds none
   */
  static Map<String, Object> read(String text) {
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("not a JSON object");
      }
      return object(json);
    } catch (IOException malformed) {
      throw new IllegalArgumentException(
          JsonFault.in(text).map(fault -> "not JSON: " + fault).orElse("not JSON"), malformed);
    }
  }

  private static Map<String, Object> object(JsonParser json) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      members.put(name, value(json));
    }
    return members;
  }

  private static Object value(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.START_OBJECT) {
      return object(json);
    }
    if (json.currentToken() == JsonToken.START_ARRAY) {
      List<Object> elements = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        elements.add(value(json));
      }
      return elements;
    }
    return json.getText();
  }
}
