package tidemark.runner.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.diagnostics.TextPlace;
import tidemark.operators.types.Ddl;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.Layout.WatermarkChoice;
import tidemark.runner.layout.NodeLayout.EventColumn;
import tidemark.runner.layout.StateField.Initial;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;
import tidemark.runner.layout.StoreLayout.StoredField;

/** Reads what {@link LayoutWriter} writes. */
final class LayoutReader {
  private static final Set<String> NODE_MEMBERS =
      Set.of("inputs", "operator", "columns", "event_time", "reads", "state", "draining");

  private static final String NOT_NULL = " not null";

  private LayoutReader() {}

  static Layout read(String text) {
    JsonObject document = new JsonObject(JsonTree.read(text));
    if (document.number("format") != LayoutWriter.FORMAT) {
      throw new IllegalArgumentException("plan document of format " + document.text("format"));
    }
    JsonObject places = document.object("places");
    return new Layout(
        document.text("pipeline"),
        mode(document.text("output_mode")),
        document.text("watermark_policy").equals("max") ? WatermarkChoice.MAX : WatermarkChoice.MIN,
        document.text("time_zone"),
        new Places(places.text("pipeline"), places.text("checkpoint")),
        document.object("sources").map((id, v) -> source(id, JsonObject.of(v))),
        document.object("sinks").map((id, v) -> sink(id, JsonObject.of(v))),
        nodes(document.object("nodes")),
        document.has("dead_letters")
            ? Optional.of(sink(SinkLayout.DEAD_LETTER, document.object("dead_letters")))
            : Optional.empty(),
        document.has("moved") ? document.list("moved", LayoutReader::move) : List.of());
  }

  private static Layout.Move move(Object value) {
    JsonObject move = JsonObject.of(value);
    return new Layout.Move(move.text("from"), move.text("to"));
  }

  private static OutputMode mode(String word) {
    for (OutputMode mode : OutputMode.values()) {
      if (mode.word().equals(word)) {
        return mode;
      }
    }
    throw new IllegalArgumentException("no output mode: " + word);
  }

  private static SourceLayout source(String id, JsonObject source) {
    return new SourceLayout(
        id,
        source.text("connector"),
        source.text("identity"),
        source.flag("replayable"),
        texts(source.object("target")),
        texts(source.object("reading")),
        columns(source.object("columns")),
        owner(source));
  }

  private static SinkLayout sink(String id, JsonObject sink) {
    return new SinkLayout(id, sink.text("connector"), texts(sink.object("target")));
  }

  private static Map<String, NodeLayout> nodes(JsonObject nodes) {
    return nodes.map((id, v) -> node(id, JsonObject.of(v)));
  }

  private static NodeLayout node(String id, JsonObject node) {
    Map<String, String> texts = new LinkedHashMap<>();
    Map<String, List<String>> lists = new LinkedHashMap<>();
    node.members()
        .forEach(
            (name, value) -> {
              if (!NODE_MEMBERS.contains(name)) {
                if (value instanceof String text) {
                  texts.put(name, text);
                } else {
                  lists.put(name, JsonObject.list(value, JsonObject::string));
                }
              }
            });
    Optional<EventColumn> eventTime = Optional.empty();
    if (node.has("event_time")) {
      JsonObject time = node.object("event_time");
      eventTime = Optional.of(new EventColumn(time.text("column"), time.text("kind")));
    }
    List<NodeLayout> draining = new ArrayList<>();
    if (node.has("draining")) {
      node.list("draining", JsonObject::of)
          .forEach(d -> draining.addAll(nodes(d.object("nodes")).values()));
    }
    return new NodeLayout(
        id,
        node.list("inputs", JsonObject::string),
        node.text("operator"),
        texts,
        lists,
        columns(node.object("columns")),
        eventTime,
        node.has("reads") ? node.list("reads", LayoutReader::reading) : List.of(),
        node.has("state") ? Optional.of(state(node.object("state"))) : Optional.empty(),
        draining);
  }

  private static Reading reading(Object value) {
    return new Reading(JsonObject.list(value, v -> branch(JsonObject.of(v))));
  }

  private static Reading.Branch branch(JsonObject branch) {
    return new Reading.Branch(
        branch.text("from"),
        branch.list("watermarks", JsonObject::string),
        branch.list("where", JsonObject::string),
        branch.list("columns", JsonObject::string),
        branch.has("values") ? texts(branch.object("values")) : Map.of(),
        branch.has("passed") ? texts(branch.object("passed")) : Map.of());
  }

  private static StateLayout state(JsonObject state) {
    return new StateLayout(
        state.number("encoding"),
        state.number("next_field_id"),
        List.copyOf(
            state.object("stores").map((name, v) -> store(name, JsonObject.of(v))).values()),
        owner(state));
  }

  private static Optional<String> owner(JsonObject object) {
    return object.has("owner") ? Optional.of(object.text("owner")) : Optional.empty();
  }

  private static StoreLayout store(String name, JsonObject store) {
    Map<Integer, List<StoredField>> layouts = new TreeMap<>();
    store
        .object("layouts")
        .members()
        .forEach(
            (number, fields) ->
                layouts.put(
                    Integer.valueOf(number),
                    JsonObject.list(fields, f -> storedField(JsonObject.of(f)))));
    return new StoreLayout(
        name,
        store.list("row_key", LayoutReader::keyPart),
        store.list("key", f -> field(JsonObject.of(f))),
        RowValue.valueOf(store.text("row_value").toUpperCase(Locale.ROOT)),
        store.list("value", f -> field(JsonObject.of(f))),
        store.number("layout"),
        layouts);
  }

  private static KeyPart keyPart(Object value) {
    String[] words = JsonObject.string(value).split(" ", 2);
    KeyPart.Kind kind = KeyPart.Kind.valueOf(words[0].toUpperCase(Locale.ROOT));
    return new KeyPart(kind, words.length == 1 ? 0 : Integer.parseInt(words[1]));
  }

  private static StoredField storedField(JsonObject field) {
    return new StoredField(
        field.number("id"), ddl(field.text("type")).type(), field.flag("nullable"));
  }

  private static StateField field(JsonObject field) {
    return new StateField(
        field.number("id"),
        field.text("name"),
        ddl(field.text("type")).type(),
        field.flag("nullable"),
        field.text("expression"),
        field.list("meaning", JsonObject::string),
        field.has("initial") ? Optional.of(initial(field.object("initial"))) : Optional.empty());
  }

  private static Initial initial(JsonObject initial) {
    return switch (initial.text("kind")) {
      case "neutral" -> new Initial.Neutral();
      case "null_until_closed" -> new Initial.NullUntilClosed();
      case "value" -> new Initial.Value(initial.text("text"));
      case "null" -> new Initial.Null();
      case "copied" -> new Initial.Copied(initial.number("field"));
      default -> throw new IllegalArgumentException("no initial: " + initial.text("kind"));
    };
  }

  private static List<Field> columns(JsonObject columns) {
    List<Field> all = new ArrayList<>();
    columns
        .members()
        .forEach(
            (name, type) -> {
              Ddl ddl = ddl(JsonObject.string(type));
              all.add(new Field(name, ddl.type(), ddl.nullable()));
            });
    return List.copyOf(all);
  }

  private static Map<String, String> texts(JsonObject object) {
    return object.map((name, value) -> JsonObject.string(value));
  }

  /** Intermediate columns may also have types that no column can be declared with. */
  private static Ddl ddl(String text) {
    boolean required = text.endsWith(NOT_NULL);
    String word = required ? text.substring(0, text.length() - NOT_NULL.length()) : text;
    for (SimpleType simple : SimpleType.values()) {
      if (simple.ddl().equals(word)) {
        return new Ddl(simple, !required);
      }
    }
    TextPlace anywhere = TextPlace.at(Span.ofFile(""));
    return Ddl.parse(text, anywhere, new Diagnostics())
        .orElseThrow(() -> new IllegalArgumentException("no type: " + text));
  }
}
