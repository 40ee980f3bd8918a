package tidemark.runner.meaning;

import java.util.List;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.stateful.LimitOperator;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;

/** A limit keeps how many rows it let through. */
final class LimitState {
  private LimitState() {}

  static StateLayout of(PlanNode node, StepInput input) {
    FieldList fields = new FieldList();
    node.input().schema().fields().forEach(input::pass);
    List<String> meaning = input.reading().branches().stream().map(b -> "count(*)").toList();
    StateField rows = fields.add(Field.notNull("rows", SimpleType.BIGINT), "count(*)", meaning);
    return new StateLayout(
        StateLayout.ENCODING,
        fields.nextId(),
        List.of(
            StoreLayout.first(
                LimitOperator.STORE,
                List.of(KeyPart.GROUP),
                List.of(),
                RowValue.LONG,
                List.of(rows))));
  }
}
