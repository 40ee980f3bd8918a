package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * What a {@link PlanDocument} says of the rows that one step keeps.
 *
 * @param node its id
 * @param operator the first part of its canonical text: {@code aggregate}, {@code limit}, …
 * @param window how it cuts event time, if it does
 * @param closedBy what lets a row leave the state, in the words of the document
 * @param key the fields that identify a row, in stored order
 * @param values the other fields, in stored order
 * @param inputs the columns of each input
 * @param results what it hands out: {@code name = expression}, in order
 */
public record StoredStep(
    String node,
    String operator,
    Optional<StoredPlan.Window> window,
    String closedBy,
    List<StoredField> key,
    List<StoredField> values,
    List<Schema> inputs,
    List<String> results) {
  public StoredStep {
    key = List.copyOf(key);
    values = List.copyOf(values);
    inputs = List.copyOf(inputs);
    results = List.copyOf(results);
  }

  /**
   * A field of a stored row.
   *
   * @param expression what it holds, as canonical text
   */
  public record StoredField(Field field, String expression) {}

  /** The steps of a document that keep state, in the order of the plan. */
  public static List<StoredStep> of(String json) {
    List<StoredStep> steps = new ArrayList<>();
    Map<String, Object> nodes = object(JsonTree.read(json).get("nodes"));
    nodes.forEach(
        (id, value) -> {
          Map<String, Object> node = object(value);
          if (node.containsKey("state")) {
            steps.add(step(id, node, nodes));
          }
        });
    return List.copyOf(steps);
  }

  private static StoredStep step(String id, Map<String, Object> node, Map<String, Object> nodes) {
    Map<String, Object> state = object(node.get("state"));
    List<Schema> inputs =
        list(node.get("inputs")).stream()
            .map(input -> columns(object(nodes.get(String.valueOf(input)))))
            .toList();
    return new StoredStep(
        id,
        String.valueOf(node.get("operator")),
        Optional.ofNullable(node.get("window")).map(text -> StoredPlan.window(text.toString())),
        String.valueOf(node.getOrDefault("closed_by", "nothing")),
        fields(state.get("key")),
        fields(state.get("value")),
        inputs,
        list(node.get("compute")).stream().map(String::valueOf).toList());
  }

  private static Schema columns(Map<String, Object> node) {
    List<Field> fields = new ArrayList<>();
    object(node.get("columns"))
        .forEach(
            (name, ddl) -> {
              String text = ddl.toString();
              boolean nullable = !text.endsWith(NOT_NULL);
              String type = nullable ? text : text.substring(0, text.length() - NOT_NULL.length());
              fields.add(new Field(name, type(type), nullable));
            });
    return new Schema(fields);
  }

  private static final String NOT_NULL = " not null";

  private static List<StoredField> fields(Object json) {
    List<StoredField> fields = new ArrayList<>();
    for (Object each : list(json)) {
      Map<String, Object> field = object(each);
      fields.add(
          new StoredField(
              new Field(
                  String.valueOf(field.get("name")),
                  type(String.valueOf(field.get("type"))),
                  Boolean.parseBoolean(String.valueOf(field.get("nullable")))),
              String.valueOf(field.get("expression"))));
    }
    return fields;
  }

  private static DataType type(String ddl) {
    return ExpressionCompiler.type(ddl, (code, place, message, hint) -> {})
        .orElseThrow(() -> new IllegalArgumentException("no type: " + ddl));
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object value) {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new IllegalArgumentException("no object");
  }
}
