package tidemark.runner.compile;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.state.RowForm;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StoreLayout;

/**
 * What a {@link Layout} says of the rows that one step keeps.
 *
 * @param node its id
 * @param operator the first part of its canonical text: {@code aggregate}, {@code limit}, …
 * @param window how it cuts event time, if it does
 * @param closedBy what lets a row leave the state, in the words of the document
 * @param key the fields that identify a row, in stored order
 * @param values the other fields, in stored order
 * @param inputs the columns of each input
 * @param results what it hands out: {@code name = expression}, in order
 * @param owner under whose name its stores lie in the state
 * @param form how its rows are read, those of earlier layouts too; empty where it is not known any
 *     more what those lack
 * @param stores all its stores, the one with these rows first
 */
public record StoredStep(
    String node,
    String operator,
    Optional<StoredPlan.Window> window,
    String closedBy,
    List<StoredField> key,
    List<StoredField> values,
    List<Schema> inputs,
    List<String> results,
    String owner,
    Optional<RowForm> form,
    List<StoreLayout> stores) {
  private static final Set<String> WINDOW =
      Set.of(AggregateCompiler.WINDOW_START, AggregateCompiler.WINDOW_END);

  public StoredStep {
    key = List.copyOf(key);
    values = List.copyOf(values);
    inputs = List.copyOf(inputs);
    results = List.copyOf(results);
    stores = List.copyOf(stores);
  }

  /**
   * A field of a stored row.
   *
   * @param expression what it holds, as canonical text
   */
  public record StoredField(Field field, String expression) {}

  /** The steps of a document that keep state, in the order of the plan. */
  public static List<StoredStep> of(String json) {
    Layout layout = Layout.parse(json);
    List<StoredStep> steps = new ArrayList<>();
    for (NodeLayout node : layout.stateful()) {
      steps.add(step(node, node.id(), layout.nodes()));
      for (NodeLayout earlier : node.draining()) {
        steps.add(step(earlier, node.id() + ".draining", layout.nodes()));
      }
    }
    return List.copyOf(steps);
  }

  private static StoredStep step(NodeLayout node, String id, Map<String, NodeLayout> nodes) {
    List<Schema> inputs =
        node.inputs().stream()
            .map(input -> Optional.ofNullable(nodes.get(input)))
            .map(input -> new Schema(input.map(NodeLayout::columns).orElse(List.of())))
            .toList();
    StoreLayout rows = node.state().orElseThrow().stores().get(0);
    return new StoredStep(
        id,
        node.operator(),
        node.text("window").map(StoredPlan::window),
        node.text("closed_by").or(() -> node.text("forgotten")).orElse("nothing"),
        key(node, rows),
        rows.value().stream().filter(f -> !isWindow(node, f)).map(StoredStep::field).toList(),
        inputs,
        node.list("compute"),
        node.storeOwner(),
        form(node, rows, inputs),
        node.state().orElseThrow().stores());
  }

  /** Only rows of an aggregation can lack what an aggregate starts with. */
  private static Optional<RowForm> form(NodeLayout node, StoreLayout rows, List<Schema> inputs) {
    if (!node.operator().equals("aggregate") || rows.layout() == 1) {
      return Optional.of(StoreForms.form(Optional.empty(), rows, UnaryOperator.identity()));
    }
    try {
      LogicalOp op = StoredAggregate.of(node, inputs.get(0), ZoneOffset.UTC).op();
      return Optional.of(StoreForms.form(Optional.of(op), rows, UnaryOperator.identity()));
    } catch (IllegalArgumentException inputsAreOthers) {
      return Optional.empty();
    }
  }

  /** The window's fields first, wherever they are stored. */
  private static List<StoredField> key(NodeLayout node, StoreLayout rows) {
    return Stream.of(
            Stream.concat(rows.key().stream(), rows.value().stream())
                .filter(f -> isWindow(node, f)),
            rows.key().stream().filter(f -> !isWindow(node, f)))
        .flatMap(s -> s)
        .map(StoredStep::field)
        .toList();
  }

  private static boolean isWindow(NodeLayout node, StateField field) {
    return node.text("window").isPresent() && WINDOW.contains(field.name());
  }

  private static StoredField field(StateField field) {
    return new StoredField(
        new Field(field.name(), field.type(), field.nullable()), field.expression());
  }
}
