package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.join.JoinOperator;
import tidemark.operators.plan.JoinInput;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;

/**
 * A join of two streams keeps each row of a side as {@code key group | keys | time | number →
 * layout number | whether it found a partner | columns}, a store a side, and for a side of which
 * rows are forgotten an index by time. The fields that the operator adds have names that no column
 * has.
 */
public final class JoinState {
  private final Join join;
  private final FieldList fields = new FieldList();
  private final List<StoreLayout> rows = new ArrayList<>();
  private final List<StoreLayout> indexes = new ArrayList<>();

  private JoinState(Join join) {
    this.join = join;
  }

  static StateLayout of(Join join, List<Schema> schemas, List<StepInput> inputs) {
    JoinState state = new JoinState(join);
    for (Side side : Side.values()) {
      state.add(side, schemas.get(side.ordinal()), inputs.get(side.ordinal()));
    }
    JoinedColumns.note(join, inputs);
    state.rows.addAll(state.indexes);
    return new StateLayout(StateLayout.ENCODING, state.fields.nextId(), state.rows);
  }

  /** The names of the fields that must be equal, which are the same on both sides. */
  public static List<String> keyNames(Join join) {
    return IntStream.range(0, join.keys().size()).mapToObj(JoinState::keyName).toList();
  }

  private static String keyName(int key) {
    return "$key" + (key + 1);
  }

  private void add(Side side, Schema schema, StepInput input) {
    List<KeyPart> rowKey = new ArrayList<>(List.of(KeyPart.GROUP));
    List<StateField> key = new ArrayList<>();
    for (int i = 0; i < join.keys().size(); i++) {
      JoinKey each = join.keys().get(i);
      Expression value = each.of(side);
      Field field = new Field(keyName(i), value.type(), value.nullable());
      key.add(fields.add(field, value.canonical(), input.meaning(value)));
      rowKey.add(KeyPart.key(key.get(i).id()));
    }
    StateField time = time(side, schema, input);
    key.add(time);
    rowKey.add(KeyPart.time(time.id()));
    StateField number = own("$row", SimpleType.BIGINT, "the micro-batch and a number", input);
    key.add(number);
    rowKey.add(KeyPart.number(number.id()));
    List<StateField> value = new ArrayList<>();
    value.add(own("$matched", SimpleType.BOOLEAN, "whether it found a partner", input));
    for (int column : join.input(side).kept()) {
      Field field = schema.field(column);
      Expression reference = reference(field);
      value.add(fields.add(field, reference.canonical(), input.meaning(reference)));
    }
    rows.add(StoreLayout.first(JoinOperator.rowsOf(side), rowKey, key, RowValue.FIELDS, value));
    if (!(join.input(side).retention() instanceof Retention.Forever)) {
      indexes.add(
          StoreLayout.first(
              JoinOperator.timesOf(side),
              List.of(KeyPart.GROUP, KeyPart.time(time.id())),
              List.of(),
              RowValue.BUNDLE,
              List.of()));
    }
  }

  private StateField time(Side side, Schema schema, StepInput input) {
    JoinInput rows = join.input(side);
    if (rows.retention() instanceof Retention.UntilKey until) {
      return time(join.keys().get(until.key()).of(side), input);
    }
    return rows.time().isPresent()
        ? time(reference(schema.field(rows.time().getAsInt())), input)
        : own("$time", SimpleType.TIMESTAMP, "nothing", input);
  }

  private StateField time(Expression time, StepInput input) {
    Field field = new Field("$time", SimpleType.TIMESTAMP, time.nullable());
    return fields.add(field, time.canonical(), input.meaning(time));
  }

  /** A field of the operator's own. */
  private StateField own(String name, SimpleType type, String meaning, StepInput input) {
    return fields.add(Field.notNull(name, type), meaning, input.meaning(Literal.of(meaning)));
  }

  private static Expression reference(Field field) {
    return new ColumnReference(field.name(), field.type(), field.nullable());
  }
}
