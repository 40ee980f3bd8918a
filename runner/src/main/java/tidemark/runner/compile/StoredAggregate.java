package tidemark.runner.compile;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.expr.compile.Grouping;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.meaning.OperatorText;

/**
 * An aggregation compiled from what an earlier plan generation says of it, so that the groups it
 * left open can close. It takes no rows: what stands above it is unknown but for its columns.
 */
public final class StoredAggregate {
  private static final String IS = " = ";

  private final NodeLayout node;
  private final Schema input;
  private final ExpressionCompiler compiler;

  private StoredAggregate(NodeLayout node, Schema input, ZoneId zone) {
    this.node = node;
    this.input = input;
    this.compiler = new ExpressionCompiler(zone, new AggregateCatalogue());
  }

  /**
   * The aggregation's node.
   *
   * @param input the columns that it read
   * @param zone the time zone of its expressions
   * @throws IllegalArgumentException if the node is no aggregation that this release can read
   */
  public static PlanNode of(NodeLayout node, Schema input, ZoneId zone) {
    return new StoredAggregate(node, input, zone).compile();
  }

  private PlanNode compile() {
    Optional<WindowSpec> window = node.text("window").map(text -> StoredPlan.window(text).spec());
    List<NamedExpression> keys = new ArrayList<>();
    node.list("by").forEach(text -> keys.add(key(text)));
    List<AggregateCall> calls = new ArrayList<>();
    List<NamedExpression> results = new ArrayList<>();
    Grouping grouping = new Grouping(grouping(window, keys));
    stored().forEach(text -> shared(text, grouping, calls));
    node.list("compute").forEach(text -> results.add(result(text, grouping, calls)));
    Aggregate aggregate =
        new Aggregate(
            window,
            Optional.empty(),
            keys,
            calls,
            results,
            expiry(window, keys),
            OperatorText.updates(node.list("updates")));
    Span nowhere = Span.ofFile("");
    PlanNode above =
        new PlanNode(
            node.inputs().get(0),
            new Scan("", Optional.empty(), Optional.empty()),
            List.of(),
            input,
            Optional.of(new EventTime(0, EventTime.Kind.INSTANT, 0)),
            nowhere);
    return new PlanNode(
        node.id(),
        aggregate,
        List.of(above),
        new Schema(columns(window, keys, results, aggregate.updates())),
        Optional.empty(),
        nowhere);
  }

  /** By name and type; whether values may be null depends on rows that are not known here. */
  private static List<Field> columns(
      Optional<WindowSpec> window,
      List<NamedExpression> keys,
      List<NamedExpression> results,
      Updates updates) {
    List<Field> columns = new ArrayList<>();
    if (window.isPresent()) {
      columns.add(Field.notNull(AggregateCompiler.WINDOW_START, SimpleType.TIMESTAMP));
      columns.add(Field.notNull(AggregateCompiler.WINDOW_END, SimpleType.TIMESTAMP));
    }
    Stream.concat(keys.stream(), results.stream())
        .map(c -> Field.of(c.name(), c.expression().type()))
        .forEach(columns::add);
    columns.addAll(updates.columns());
    return columns;
  }

  private NamedExpression key(String text) {
    String[] parts = text.split(IS, 2);
    Expression expression =
        compiler.row(parts[1], Scope.of(input), unread(text)).orElseThrow(() -> broken(text));
    return new NamedExpression(parts[0], expression);
  }

  /** All calls that its rows hold something of; a later change may have dropped the result. */
  private List<String> stored() {
    return node.state().orElseThrow().stores().get(0).value().stream()
        .filter(f -> !f.name().equals(AggregateCompiler.WINDOW_END))
        .map(StateField::expression)
        .distinct()
        .toList();
  }

  private NamedExpression result(String text, Grouping grouping, List<AggregateCall> calls) {
    String[] parts = text.split(IS, 2);
    return new NamedExpression(parts[0], shared(parts[1], grouping, calls));
  }

  private Expression shared(String text, Grouping grouping, List<AggregateCall> calls) {
    AggregateExpression expression =
        compiler
            .aggregate(text, Scope.of(input), grouping, unread(text))
            .orElseThrow(() -> broken(text));
    return SharedCalls.merge(expression, calls);
  }

  private static Map<String, Expression> grouping(
      Optional<WindowSpec> window, List<NamedExpression> keys) {
    Map<String, Expression> grouping = new LinkedHashMap<>();
    if (window.isPresent()) {
      for (String name : List.of(AggregateCompiler.WINDOW_START, AggregateCompiler.WINDOW_END)) {
        grouping.put(name, new ColumnReference(name, SimpleType.TIMESTAMP, false));
      }
    }
    keys.forEach(key -> grouping.put(key.name(), key.expression()));
    return grouping;
  }

  private Expiry expiry(Optional<WindowSpec> window, List<NamedExpression> keys) {
    StoredPlan.Closing closing = StoredPlan.closing(node.text("closed_by").orElse("nothing"));
    if (closing instanceof StoredPlan.Closing.ByColumn column) {
      for (int i = 0; i < keys.size(); i++) {
        if (keys.get(i).name().equals(column.column())) {
          return new Expiry.ByKey(i);
        }
      }
    }
    return window.isPresent() && closing instanceof StoredPlan.Closing.ByWindow
        ? new Expiry.ByWindow()
        : new Expiry.Never();
  }

  private static ExpressionErrors unread(String text) {
    return (code, place, message, hint) -> {
      throw new IllegalArgumentException("cannot read `" + text + "`: " + message);
    };
  }

  private static IllegalArgumentException broken(String text) {
    return new IllegalArgumentException("cannot read `" + text + "`");
  }
}
