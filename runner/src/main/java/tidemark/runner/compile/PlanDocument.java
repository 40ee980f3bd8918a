package tidemark.runner.compile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * The meaning of a plan as JSON text, for the checkpoint: ids, what is read and written, resolved
 * types, canonical expressions, windows, watermarks, output mode, and for each stateful step the
 * schema of its state. Nothing cosmetic (descriptions, trigger, limits) and no secret. The same
 * plan always gives the same text.
 *
 * <p>A state field's id is given once and never again to another field of the step; it says which
 * field is which when names, order or expressions change between two documents.
 */
public final class PlanDocument {
  /** The version of the document's own shape. */
  static final int FORMAT = 1;

  private static final JsonFactory JSON = new JsonFactory();

  private PlanDocument() {}

  /** The document of a compiled pipeline that holds no secrets. */
  public static String of(Compilation compilation) {
    return of(compilation, UnaryOperator.identity());
  }

  /**
   * The document of a compiled pipeline.
   *
   * @param mask hides secrets in texts; names of columns and keys stay as they are
   */
  public static String of(Compilation compilation, UnaryOperator<String> mask) {
    Map<String, SourceDescription> described = new TreeMap<>();
    compilation.sources().forEach((id, s) -> described.put(id, s.description()));
    Map<String, String> connectors = new TreeMap<>();
    compilation.sources().forEach((id, s) -> connectors.put(id, s.connector().name()));
    Map<String, SinkTarget> targets = new TreeMap<>();
    compilation.sinks().forEach((id, s) -> targets.put(id, SinkTarget.of(s)));
    return of(compilation.plan().orElseThrow(), connectors, described, targets, mask);
  }

  /**
   * What differs in meaning between two documents, a short sentence each; empty if they are the
   * same in all but their text.
   */
  public static List<String> meaningfulDifference(String oldJson, String newJson) {
    return PlanDifference.between(JsonTree.read(oldJson), JsonTree.read(newJson));
  }

  private static String of(
      LogicalPlan plan,
      Map<String, String> connectors,
      Map<String, SourceDescription> described,
      Map<String, SinkTarget> targets,
      UnaryOperator<String> mask) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new Masked(JSON.createGenerator(text), mask)) {
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withSeparators(DefaultPrettyPrinter.DEFAULT_SEPARATORS));
      json.writeStartObject();
      json.writeNumberField("format", FORMAT);
      json.writeStringField("pipeline", plan.pipeline());
      json.writeStringField("output_mode", plan.mode().word());
      json.writeStringField(
          "watermark_policy", plan.watermarkPolicy().name().toLowerCase(Locale.ROOT));
      json.writeStringField("time_zone", plan.zone().normalized().getId());
      json.writeObjectFieldStart("sources");
      for (Map.Entry<String, SourceDescription> source : described.entrySet()) {
        writeSource(json, source.getKey(), connectors.get(source.getKey()), source.getValue());
      }
      json.writeEndObject();
      json.writeObjectFieldStart("sinks");
      for (Map.Entry<String, SinkTarget> sink : targets.entrySet()) {
        writeSink(json, sink.getKey(), sink.getValue());
      }
      json.writeEndObject();
      json.writeObjectFieldStart("nodes");
      for (PlanNode node : plan.nodes()) {
        writeNode(json, node);
      }
      json.writeEndObject();
      json.writeEndObject();
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

  private static void writeSource(
      JsonGenerator json, String id, String connector, SourceDescription description)
      throws IOException {
    json.writeObjectFieldStart(id);
    json.writeStringField("connector", connector);
    json.writeStringField("identity", description.identity());
    json.writeBooleanField("replayable", description.replayable());
    writeFields(json, "columns", description.schema().fields());
    json.writeEndObject();
  }

  private static void writeSink(JsonGenerator json, String id, SinkTarget target)
      throws IOException {
    json.writeObjectFieldStart(id);
    json.writeStringField("connector", target.connector());
    for (Map.Entry<String, String> option : target.options().entrySet()) {
      json.writeStringField(option.getKey(), option.getValue());
    }
    json.writeEndObject();
  }

  private static void writeNode(JsonGenerator json, PlanNode node) throws IOException {
    json.writeObjectFieldStart(node.id());
    json.writeArrayFieldStart("inputs");
    for (PlanNode input : node.inputs()) {
      json.writeString(input.id());
    }
    json.writeEndArray();
    for (Map.Entry<String, Object> part : OperatorText.of(node).entrySet()) {
      writePart(json, part.getKey(), part.getValue());
    }
    writeFields(json, "columns", node.schema().fields());
    if (node.eventTime().isPresent()) {
      writeEventTime(json, node.schema(), node.eventTime().get());
    }
    List<StateField> state = StateField.of(node);
    if (!state.isEmpty()) {
      writeState(json, state);
    }
    json.writeEndObject();
  }

  private static void writePart(JsonGenerator json, String name, Object value) throws IOException {
    json.writeFieldName(name);
    if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        json.writeString(element.toString());
      }
      json.writeEndArray();
    } else {
      json.writeString(value.toString());
    }
  }

  private static void writeFields(JsonGenerator json, String name, List<Field> fields)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Field field : fields) {
      json.writeStringField(
          field.name(), field.type().ddl() + (field.nullable() ? "" : " not null"));
    }
    json.writeEndObject();
  }

  private static void writeEventTime(JsonGenerator json, Schema schema, EventTime time)
      throws IOException {
    json.writeObjectFieldStart("event_time");
    json.writeStringField("column", schema.field(time.column()).name());
    json.writeStringField("kind", time.kind().name().toLowerCase(Locale.ROOT));
    json.writeEndObject();
  }

  private static void writeState(JsonGenerator json, List<StateField> state) throws IOException {
    json.writeObjectFieldStart("state");
    json.writeNumberField("encoding", StateField.ENCODING);
    json.writeNumberField("next_field_id", state.size() + 1);
    for (StateField.Role role : StateField.Role.values()) {
      json.writeArrayFieldStart(role.word());
      for (StateField field : state) {
        if (field.role() == role) {
          writeStateField(json, field);
        }
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void writeStateField(JsonGenerator json, StateField field) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", field.id());
    json.writeStringField("name", field.name());
    json.writeStringField("type", field.type().ddl());
    json.writeBooleanField("nullable", field.nullable());
    json.writeStringField("expression", field.expression());
    json.writeEndObject();
  }
}
