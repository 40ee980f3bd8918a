package tidemark.runner.language;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.regex.Pattern;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.YamlComposer;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlNode.Sequence;
import tidemark.runner.yaml.YamlNode.Style;

/**
 * Writes YAML as the JSON that an editor sees: unquoted scalars are null, booleans and numbers as
 * in the core schema of YAML 1.2.
 */
public final class PlainJson {
  private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
  private static final Pattern FRACTION =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  private final JsonGenerator json;

  public PlainJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes a text that is known to be good YAML. */
  void write(String yaml) throws IOException {
    Diagnostics found = new Diagnostics();
    YamlNode node =
        YamlComposer.compose(new SourceText("example", yaml), found)
            .root()
            .orElseThrow(() -> new IllegalArgumentException(yaml + ": " + found.sorted()));
    write(node);
  }

  /** Writes a node and what is below it. */
  public void write(YamlNode node) throws IOException {
    if (node instanceof Mapping mapping) {
      json.writeStartObject();
      for (Entry entry : mapping.entries()) {
        json.writeFieldName(entry.key().text());
        write(entry.value());
      }
      json.writeEndObject();
    } else if (node instanceof Sequence list) {
      json.writeStartArray();
      for (YamlNode item : list.items()) {
        write(item);
      }
      json.writeEndArray();
    } else if (node instanceof Scalar scalar) {
      write(scalar);
    } else {
      json.writeNull();
    }
  }

  private void write(Scalar scalar) throws IOException {
    String text = scalar.text();
    if (scalar.style() != Style.PLAIN) {
      json.writeString(text);
    } else if (scalar.isNull()) {
      json.writeNull();
    } else if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      json.writeBoolean(text.equalsIgnoreCase("true"));
    } else if (INTEGER.matcher(text).matches() || FRACTION.matcher(text).matches()) {
      json.writeNumber(new java.math.BigDecimal(text).toString());
    } else {
      json.writeString(text);
    }
  }
}
