package tidemark.runner.graph;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tidemark.runner.graph.PlanGraph.Node;

/** A graph as JSON, for programs. */
public final class GraphJson {
  private GraphJson() {}

  /** The document, ended by a line break. */
  public static String of(PlanGraph graph) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("format", 1);
      json.writeStringField("pipeline", graph.pipeline());
      json.writeStringField("output_mode", graph.mode());
      json.writeArrayFieldStart("nodes");
      for (Node node : graph.nodes()) {
        write(json, node);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonGenerator json, Node node) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", node.id());
    json.writeStringField("role", node.role().name().toLowerCase(Locale.ROOT));
    list(json, "inputs", node.inputs());
    for (Map.Entry<String, Object> part : node.parts().entrySet()) {
      if (part.getValue() instanceof List<?> texts) {
        list(json, part.getKey(), texts.stream().map(Object::toString).toList());
      } else {
        json.writeStringField(part.getKey(), part.getValue().toString());
      }
    }
    list(json, "columns", node.columns());
    json.writeEndObject();
  }

  private static void list(JsonGenerator json, String name, List<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
