package tidemark.runner.language;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.YamlComposer;
import tidemark.runner.yaml.YamlNode;

/** Holds YAML against a JSON Schema with a validator that knows nothing of Tidemark. */
public final class Schemas {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonSchemaFactory DRAFT_7 =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7);

  private final com.networknt.schema.JsonSchema schema;

  private Schemas(com.networknt.schema.JsonSchema schema) {
    this.schema = schema;
  }

  /** A schema in draft 7. */
  public static Schemas of(JsonNode schema) {
    return new Schemas(DRAFT_7.getSchema(schema));
  }

  /** The text of a JSON document as a tree. */
  public static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException wrong) {
      throw new AssertionError(json, wrong);
    }
  }

  /** What an editor makes of a YAML file. */
  public static JsonNode yaml(String text) {
    Diagnostics found = new Diagnostics();
    YamlNode root =
        YamlComposer.compose(new SourceText("x.yaml", text), found)
            .root()
            .orElseThrow(() -> new AssertionError(found.sorted() + "\n" + text));
    StringWriter json = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(json)) {
      new PlainJson(generator).write(root);
    } catch (IOException wrong) {
      throw new AssertionError(wrong);
    }
    return tree(json.toString());
  }

  /** What the schema finds wrong; empty if the document fits. */
  public List<String> findings(JsonNode document) {
    return schema.validate(document).stream().map(ValidationMessage::getMessage).sorted().toList();
  }
}
