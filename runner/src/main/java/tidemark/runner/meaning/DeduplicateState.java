package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.stateful.DeduplicateOperator;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.Lengths;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;

/**
 * A deduplication keeps a row a key: {@code key group | keys → layout number}, with the event time
 * of the key before it where that forgets it; where it is remembered for a length of time, the
 * value ends with the expiry, and an index has bundles of keys by their expiry.
 */
final class DeduplicateState {
  private static final String STORE = DeduplicateOperator.STORE;

  private DeduplicateState() {}

  static StateLayout of(PlanNode node, Deduplicate op, StepInput input) {
    FieldList fields = new FieldList();
    node.input().schema().fields().forEach(input::pass);
    List<KeyPart> rowKey = new ArrayList<>(List.of(KeyPart.GROUP));
    List<StateField> key = new ArrayList<>();
    for (int position : op.keys()) {
      Field column = node.input().schema().field(position);
      StateField field = fields.add(column, column.name(), input.meaning(reference(column)));
      key.add(field);
      rowKey.add(KeyPart.key(field.id()));
    }
    if (op.memory() instanceof Memory.UntilKey until) {
      rowKey.add(1, KeyPart.closing(key.get(until.key()).id()));
    }
    if (!(op.memory() instanceof Memory.After after)) {
      return layout(fields, StoreLayout.first(STORE, rowKey, key, RowValue.FIELDS, List.of()));
    }
    StateField expiry = expiry(node, after, input, fields);
    return layout(
        fields,
        StoreLayout.first(STORE, rowKey, key, RowValue.FIELDS, List.of(expiry)),
        StoreLayout.first(
            DeduplicateOperator.INDEX,
            List.of(KeyPart.GROUP, KeyPart.time(expiry.id())),
            List.of(),
            RowValue.BUNDLE,
            List.of()));
  }

  private static StateLayout layout(FieldList fields, StoreLayout... stores) {
    return new StateLayout(StateLayout.ENCODING, fields.nextId(), List.of(stores));
  }

  private static StateField expiry(
      PlanNode node, Memory.After after, StepInput input, FieldList fields) {
    EventTime time = node.input().eventTime().orElseThrow();
    Field column = node.input().schema().field(time.column());
    String length = " + " + Lengths.ofMicros(after.micros());
    return fields.add(
        Field.notNull("expires_at", SimpleType.TIMESTAMP),
        column.name() + length,
        input.meaning(reference(column)).stream().map(t -> t + length).toList());
  }

  private static ColumnReference reference(Field column) {
    return new ColumnReference(column.name(), column.type(), column.nullable());
  }
}
