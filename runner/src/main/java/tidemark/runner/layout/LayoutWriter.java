package tidemark.runner.layout;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tidemark.operators.types.Field;
import tidemark.runner.layout.StateField.Initial;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.StoredField;

/** Writes a {@link Layout} as JSON; {@code runner/LANGUAGE.md} does not show it, FORMAT.md does. */
final class LayoutWriter {
  /** The version of the document's own shape. */
  static final int FORMAT = 2;

  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;

  private LayoutWriter(JsonGenerator json) {
    this.json = json;
  }

  static String write(Layout layout, UnaryOperator<String> mask) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new Masked(JSON.createGenerator(text), mask)) {
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withSeparators(DefaultPrettyPrinter.DEFAULT_SEPARATORS));
      new LayoutWriter(json).layout(layout);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  /** Writes no text before it is masked. */
  private static final class Masked extends JsonGeneratorDelegate {
    private final UnaryOperator<String> mask;

    Masked(JsonGenerator json, UnaryOperator<String> mask) {
      super(json);
      this.mask = mask;
    }

    @Override
    public void writeString(String text) throws IOException {
      super.writeString(mask.apply(text));
    }
  }

  private void layout(Layout layout) throws IOException {
    json.writeStartObject();
    json.writeNumberField("format", FORMAT);
    json.writeStringField("pipeline", layout.pipeline());
    json.writeStringField("output_mode", layout.mode().word());
    json.writeStringField("watermark_policy", layout.watermarks().word());
    json.writeStringField("time_zone", layout.zone());
    json.writeObjectFieldStart("places");
    json.writeStringField("pipeline", layout.places().pipeline());
    json.writeStringField("checkpoint", layout.places().checkpoint());
    json.writeEndObject();
    json.writeObjectFieldStart("sources");
    for (SourceLayout source : layout.sources().values()) {
      source(source);
    }
    json.writeEndObject();
    json.writeObjectFieldStart("sinks");
    for (SinkLayout sink : layout.sinks().values()) {
      sink(sink.id(), sink);
    }
    json.writeEndObject();
    nodes("nodes", layout.nodes().values());
    if (layout.deadLetters().isPresent()) {
      sink("dead_letters", layout.deadLetters().get());
    }
    moved(layout.moved());
    json.writeEndObject();
  }

  private void sink(String name, SinkLayout sink) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("connector", sink.connector());
    texts("target", sink.target());
    json.writeEndObject();
  }

  private void moved(List<Layout.Move> moves) throws IOException {
    if (moves.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("moved");
    for (Layout.Move move : moves) {
      json.writeStartObject();
      json.writeStringField("from", move.from());
      json.writeStringField("to", move.to());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void source(SourceLayout source) throws IOException {
    json.writeObjectFieldStart(source.id());
    json.writeStringField("connector", source.connector());
    json.writeStringField("identity", source.identity());
    json.writeBooleanField("replayable", source.replayable());
    texts("target", source.target());
    texts("reading", source.reading());
    columns(source.columns());
    if (source.owner().isPresent()) {
      json.writeStringField("owner", source.owner().get());
    }
    json.writeEndObject();
  }

  private void nodes(String name, Iterable<NodeLayout> nodes) throws IOException {
    json.writeObjectFieldStart(name);
    for (NodeLayout node : nodes) {
      json.writeFieldName(node.id());
      node(node);
    }
    json.writeEndObject();
  }

  private void node(NodeLayout node) throws IOException {
    json.writeStartObject();
    strings("inputs", node.inputs());
    json.writeStringField("operator", node.operator());
    for (Map.Entry<String, String> part : node.texts().entrySet()) {
      json.writeStringField(part.getKey(), part.getValue());
    }
    for (Map.Entry<String, List<String>> part : node.lists().entrySet()) {
      strings(part.getKey(), part.getValue());
    }
    columns(node.columns());
    if (node.eventTime().isPresent()) {
      json.writeObjectFieldStart("event_time");
      json.writeStringField("column", node.eventTime().get().column());
      json.writeStringField("kind", node.eventTime().get().kind());
      json.writeEndObject();
    }
    if (node.state().isPresent()) {
      reads(node.reads());
      state(node.state().get());
    }
    if (!node.draining().isEmpty()) {
      json.writeArrayFieldStart("draining");
      for (NodeLayout earlier : node.draining()) {
        json.writeStartObject();
        nodes("nodes", List.of(earlier));
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void reads(List<Reading> reads) throws IOException {
    json.writeArrayFieldStart("reads");
    for (Reading reading : reads) {
      json.writeStartArray();
      for (Reading.Branch branch : reading.branches()) {
        json.writeStartObject();
        json.writeStringField("from", branch.from());
        strings("watermarks", branch.watermarks());
        strings("where", branch.where());
        strings("columns", branch.columns());
        if (!branch.values().isEmpty()) {
          texts("values", branch.values());
        }
        if (!branch.passed().isEmpty()) {
          texts("passed", branch.passed());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private void state(StateLayout state) throws IOException {
    json.writeObjectFieldStart("state");
    json.writeNumberField("encoding", state.encoding());
    json.writeNumberField("next_field_id", state.nextFieldId());
    if (state.owner().isPresent()) {
      json.writeStringField("owner", state.owner().get());
    }
    json.writeObjectFieldStart("stores");
    for (StoreLayout store : state.stores()) {
      store(store);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void store(StoreLayout store) throws IOException {
    json.writeObjectFieldStart(store.name());
    strings("row_key", store.rowKey().stream().map(LayoutWriter::text).toList());
    fields("key", store.key());
    json.writeStringField("row_value", store.rowValue().word());
    fields("value", store.value());
    json.writeNumberField("layout", store.layout());
    json.writeObjectFieldStart("layouts");
    for (Map.Entry<Integer, List<StoredField>> layout : store.layouts().entrySet()) {
      json.writeArrayFieldStart(layout.getKey().toString());
      for (StoredField field : layout.getValue()) {
        json.writeStartObject();
        json.writeNumberField("id", field.id());
        json.writeStringField("type", field.type().ddl());
        json.writeBooleanField("nullable", field.nullable());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static String text(KeyPart part) {
    return part.kind() == KeyPart.Kind.GROUP
        ? part.kind().word()
        : part.kind().word() + " " + part.field();
  }

  private void fields(String name, List<StateField> fields) throws IOException {
    json.writeArrayFieldStart(name);
    for (StateField field : fields) {
      json.writeStartObject();
      json.writeNumberField("id", field.id());
      json.writeStringField("name", field.name());
      json.writeStringField("type", field.type().ddl());
      json.writeBooleanField("nullable", field.nullable());
      json.writeStringField("expression", field.expression());
      strings("meaning", field.meaning());
      if (field.initial().isPresent()) {
        initial(field.initial().get());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void initial(Initial initial) throws IOException {
    json.writeObjectFieldStart("initial");
    if (initial instanceof Initial.Neutral) {
      json.writeStringField("kind", "neutral");
    } else if (initial instanceof Initial.NullUntilClosed) {
      json.writeStringField("kind", "null_until_closed");
    } else if (initial instanceof Initial.Value value) {
      json.writeStringField("kind", "value");
      json.writeStringField("text", value.text());
    } else if (initial instanceof Initial.Null) {
      json.writeStringField("kind", "null");
    } else if (initial instanceof Initial.Copied copied) {
      json.writeStringField("kind", "copied");
      json.writeNumberField("field", copied.field());
    } else {
      throw new AssertionError(initial);
    }
    json.writeEndObject();
  }

  private void columns(List<Field> columns) throws IOException {
    json.writeObjectFieldStart("columns");
    for (Field column : columns) {
      json.writeStringField(
          column.name(), column.type().ddl() + (column.nullable() ? "" : " not null"));
    }
    json.writeEndObject();
  }

  private void texts(String name, Map<String, String> texts) throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      json.writeStringField(text.getKey(), text.getValue());
    }
    json.writeEndObject();
  }

  private void strings(String name, List<String> strings) throws IOException {
    json.writeArrayFieldStart(name);
    for (String string : strings) {
      json.writeString(string);
    }
    json.writeEndArray();
  }
}
