package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.expr.Expressions;
import tidemark.operators.keyed.KeyedOperator;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.KeyedWork;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.TimeDomain;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.StateVariable;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;

/**
 * A keyed step keeps a row a key: {@code key group | keys → layout number | what its time-out
 * counts from | when it is due | variables}, with an index by when time-outs are due. A variable is
 * the one of its name, whatever the rules set it to.
 */
final class KeyedState {
  private KeyedState() {}

  static StateLayout of(Keyed keyed, PlanNode node, StepInput input) {
    FieldList fields = new FieldList();
    List<KeyPart> rowKey = new ArrayList<>(List.of(KeyPart.GROUP));
    List<StateField> key = new ArrayList<>();
    for (NamedExpression named : keyed.keys()) {
      StateField field =
          fields.add(
              named.field(), named.expression().canonical(), input.meaning(named.expression()));
      key.add(field);
      rowKey.add(KeyPart.key(field.id()));
    }
    noteColumns(keyed, node.input(), input);
    List<StateField> value = new ArrayList<>();
    value.add(time(fields, "timeout_from", "the time that its time-out counts from", input));
    StateField due = time(fields, "timeout_due", "when its time-out is due", input);
    value.add(due);
    for (StateVariable variable : keyed.state()) {
      value.add(
          fields
              .add(variable.field(), variable.reference(), same(variable.reference(), input))
              .withInitial(Optional.of(ConstantText.of(variable.initial()))));
    }
    List<KeyPart> index = new ArrayList<>(rowKey);
    index.add(1, KeyPart.time(due.id()));
    return new StateLayout(
        StateLayout.ENCODING,
        fields.nextId(),
        List.of(
            StoreLayout.first(KeyedOperator.STORE, rowKey, key, RowValue.FIELDS, value),
            StoreLayout.first(KeyedOperator.INDEX, index, List.of(), RowValue.NONE, List.of())));
  }

  private static StateField time(
      FieldList fields, String name, String expression, StepInput input) {
    return fields.add(Field.of(name, SimpleType.TIMESTAMP), expression, same(expression, input));
  }

  private static List<String> same(String text, StepInput input) {
    return input.reading().branches().stream().map(b -> text).toList();
  }

  /** The columns that rules and order need. */
  private static void noteColumns(Keyed keyed, PlanNode above, StepInput input) {
    Schema schema = above.schema();
    Set<String> names = new LinkedHashSet<>();
    for (KeyedRule rule : keyed.rules()) {
      rule.expressions().forEach(e -> names.addAll(Expressions.columns(e)));
    }
    if (keyed.domain() == TimeDomain.EVENT_TIME) {
      names.add(schema.field(above.eventTime().orElseThrow().column()).name());
    }
    boolean all = keyed.work() instanceof KeyedWork.Processor;
    for (Field field : schema.fields()) {
      if (all || names.contains(field.name())) {
        input.steer(field);
      }
    }
  }
}
