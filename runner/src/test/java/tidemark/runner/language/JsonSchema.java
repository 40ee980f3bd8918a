package tidemark.runner.language;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tidemark.runner.language.Key.Presence;
import tidemark.runner.language.Shape.Anything;
import tidemark.runner.language.Shape.Either;
import tidemark.runner.language.Shape.Items;
import tidemark.runner.language.Shape.Mapping;
import tidemark.runner.language.Shape.Names;
import tidemark.runner.language.Shape.Size;
import tidemark.runner.language.Shape.Text;
import tidemark.runner.language.Shape.Words;

/**
 * Writes a shape as JSON Schema, draft 7, which every editor reads. Where the schema cannot say
 * what a reader asks of a text (the unit of a duration, an expression) it is the wider of the two:
 * it never marks what Tidemark takes.
 */
public final class JsonSchema {
  private static final String DRAFT = "http://json-schema.org/draft-07/schema#";

  private final JsonGenerator json;
  private final Map<String, Mapping> defined = new LinkedHashMap<>();

  private JsonSchema(JsonGenerator json) {
    this.json = json;
  }

  /**
   * The schema of a file, ended by a line break.
   *
   * @param id the address under which it is known
   */
  public static String of(Mapping root, String id) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
      new JsonSchema(json).document(root, id);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  private void document(Mapping root, String id) throws IOException {
    collect(root);
    json.writeStartObject();
    json.writeStringField("$schema", DRAFT);
    json.writeStringField("$id", id);
    json.writeStringField("title", "Tidemark " + root.name());
    mapping(root);
    json.writeObjectFieldStart("definitions");
    for (Mapping mapping : defined.values()) {
      if (!mapping.name().equals(root.name())) {
        json.writeObjectFieldStart(mapping.name());
        mapping(mapping);
        json.writeEndObject();
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void collect(Shape shape) {
    if (shape instanceof Mapping mapping) {
      Mapping before = defined.putIfAbsent(mapping.name(), mapping);
      if (before == null) {
        mapping.keys().forEach(key -> collect(key.shape()));
      } else if (!before.equals(mapping)) {
        throw new IllegalStateException("two mappings are named " + mapping.name());
      }
    } else if (shape instanceof Items items) {
      collect(items.item());
    } else if (shape instanceof Names names) {
      collect(names.value());
    } else if (shape instanceof Either either) {
      either.shapes().forEach(this::collect);
    }
  }

  private void mapping(Mapping mapping) throws IOException {
    json.writeStringField("description", mapping.meaning());
    json.writeStringField("type", "object");
    json.writeObjectFieldStart("properties");
    for (Key key : mapping.keys()) {
      json.writeObjectFieldStart(key.name());
      json.writeStringField("description", key.meaning());
      shape(key.shape());
      examples(key);
      json.writeEndObject();
    }
    json.writeEndObject();
    if (mapping.others().isPresent()) {
      json.writeObjectFieldStart("additionalProperties");
      shape(mapping.others().get());
      json.writeEndObject();
    } else {
      json.writeBooleanField("additionalProperties", false);
    }
    names(
        "required",
        mapping.keys().stream()
            .filter(key -> key.presence() == Presence.REQUIRED)
            .map(Key::name)
            .toList());
    for (Choice choice : mapping.choices()) {
      choice(choice);
    }
  }

  private void examples(Key key) throws IOException {
    if (key.examples().isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("examples");
    for (String example : key.examples()) {
      new PlainJson(json).write(example);
    }
    json.writeEndArray();
  }

  private void choice(Choice choice) throws IOException {
    json.writeArrayFieldStart("oneOf");
    for (Choice.Case chosen : choice.cases()) {
      json.writeStartObject();
      json.writeArrayFieldStart("required");
      json.writeString(chosen.key());
      for (String need : chosen.needs()) {
        json.writeString(need);
      }
      json.writeEndArray();
      if (!chosen.excludes().isEmpty()) {
        json.writeObjectFieldStart("properties");
        for (String excluded : chosen.excludes()) {
          json.writeBooleanField(excluded, false);
        }
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void shape(Shape shape) throws IOException {
    if (shape instanceof Text text) {
      TextSchema.write(json, text.kind());
    } else if (shape instanceof Words words) {
      words(words.words());
    } else if (shape instanceof Items items) {
      items(items);
    } else if (shape instanceof Names names) {
      names(names);
    } else if (shape instanceof Either either) {
      json.writeArrayFieldStart("anyOf");
      for (Shape one : either.shapes()) {
        json.writeStartObject();
        shape(one);
        json.writeEndObject();
      }
      json.writeEndArray();
    } else if (shape instanceof Mapping mapping) {
      reference(mapping);
    } else if (!(shape instanceof Anything)) {
      throw new AssertionError(shape);
    }
  }

  private void items(Items items) throws IOException {
    json.writeStringField("type", "array");
    if (items.size() == Size.AT_LEAST_ONE) {
      json.writeNumberField("minItems", 1);
    }
    json.writeObjectFieldStart("items");
    shape(items.item());
    json.writeEndObject();
  }

  private void names(Names names) throws IOException {
    json.writeStringField("type", "object");
    if (names.size() == Size.AT_LEAST_ONE) {
      json.writeNumberField("minProperties", 1);
    }
    if (names.name() == TextKind.ID) {
      json.writeObjectFieldStart("propertyNames");
      json.writeStringField("pattern", "^[a-z][a-z0-9_]*$");
      json.writeEndObject();
    }
    json.writeObjectFieldStart("additionalProperties");
    shape(names.value());
    json.writeEndObject();
  }

  /** Draft 7 ignores what stands beside a reference, so it stands in a list of its own. */
  private void reference(Mapping mapping) throws IOException {
    json.writeArrayFieldStart("allOf");
    json.writeStartObject();
    json.writeStringField("$ref", "#/definitions/" + mapping.name());
    json.writeEndObject();
    json.writeEndArray();
  }

  private void words(List<String> words) throws IOException {
    json.writeArrayFieldStart("anyOf");
    json.writeStartObject();
    names("enum", words);
    json.writeEndObject();
    TextSchema.substitution(json);
    json.writeEndArray();
  }

  private void names(String field, List<String> names) throws IOException {
    if (names.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(field);
    for (String name : names) {
      json.writeString(name);
    }
    json.writeEndArray();
  }
}
