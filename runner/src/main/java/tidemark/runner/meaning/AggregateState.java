package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.stateful.AggregateOperator;
import tidemark.operators.stateful.SessionOperator;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;

/**
 * An aggregation keeps a row a group: {@code key group | closing time | keys → layout number |
 * accumulators}, without the closing time where groups never close and have no window. Sessions are
 * {@code key group | keys | start → layout number | end | accumulators}, with an index by their
 * end.
 */
final class AggregateState {
  private static final AggregateCatalogue CATALOGUE = new AggregateCatalogue();

  private final Aggregate aggregate;
  private final StepInput input;
  private final FieldList fields = new FieldList();
  private final List<KeyPart> rowKey = new ArrayList<>(List.of(KeyPart.GROUP));
  private final List<StateField> key = new ArrayList<>();
  private final List<StateField> value = new ArrayList<>();

  private AggregateState(Aggregate aggregate, StepInput input) {
    this.aggregate = aggregate;
    this.input = input;
  }

  static StateLayout of(Aggregate aggregate, StepInput input) {
    return new AggregateState(aggregate, input).layout();
  }

  private StateLayout layout() {
    boolean session = aggregate.window().filter(w -> w instanceof WindowSpec.Session).isPresent();
    List<StoreLayout> stores = session ? sessions() : groups();
    return new StateLayout(StateLayout.ENCODING, fields.nextId(), stores);
  }

  private List<StoreLayout> groups() {
    if (aggregate.window().isPresent()) {
      StateField end = window("window_end", "end");
      key.add(end);
      rowKey.add(KeyPart.time(end.id()));
    }
    addKeys();
    if (aggregate.window().isEmpty() && aggregate.expiry() instanceof Expiry.ByKey byKey) {
      rowKey.add(1, KeyPart.closing(key.get(byKey.key()).id()));
    }
    addAccumulators();
    return List.of(StoreLayout.first(AggregateOperator.STORE, rowKey, key, RowValue.FIELDS, value));
  }

  private List<StoreLayout> sessions() {
    StateField start = window("window_start", "start");
    addKeys();
    key.add(start);
    StateField end = window("window_end", "end");
    value.add(end);
    addAccumulators();
    List<KeyPart> index = new ArrayList<>(rowKey);
    index.add(1, KeyPart.time(end.id()));
    rowKey.add(KeyPart.time(start.id()));
    index.add(KeyPart.time(start.id()));
    return List.of(
        StoreLayout.first(SessionOperator.STORE, rowKey, key, RowValue.FIELDS, value),
        StoreLayout.first(SessionOperator.INDEX, index, List.of(), RowValue.NONE, List.of()));
  }

  private StateField window(String column, String edge) {
    String window = edge + " of " + OperatorText.window(aggregate.window().orElseThrow());
    return fields.add(
        Field.notNull(column, SimpleType.TIMESTAMP),
        window + " over " + aggregate.time().orElseThrow().canonical(),
        input.meaning(aggregate.time().orElseThrow()).stream()
            .map(time -> window + " over " + time)
            .toList());
  }

  private void addKeys() {
    for (NamedExpression named : aggregate.keys()) {
      StateField field =
          fields.add(
              named.field(), named.expression().canonical(), input.meaning(named.expression()));
      key.add(field);
      rowKey.add(KeyPart.key(field.id()));
    }
  }

  private void addAccumulators() {
    for (AggregateCall call : aggregate.calls()) {
      List<String> meaning = input.meaning(call);
      for (Field state : CATALOGUE.function(call).state()) {
        value.add(fields.add(state, call.canonical(), meaning));
      }
    }
  }
}
