package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Limit;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/**
 * One field of a stateful step's rows.
 *
 * @param id from 1, in the order of the fields; never given to another field of the step
 * @param name of a key: its column; of a value: the accumulator's own name
 * @param expression what the field holds, as canonical text
 */
record StateField(
    int id, Role role, String name, DataType type, boolean nullable, String expression) {
  /** The version of how rows are turned into bytes. */
  static final int ENCODING = 1;

  private static final AggregateCatalogue CATALOGUE = new AggregateCatalogue();

  /** Which part of a stored row a field belongs to. */
  enum Role {
    KEY,
    VALUE;

    String word() {
      return this == KEY ? "key" : "value";
    }
  }

  /** The fields of a node's state, keys first; none if it keeps none. */
  static List<StateField> of(PlanNode node) {
    List<StateField> fields = new ArrayList<>();
    if (node.op() instanceof Limit) {
      fields.add(new StateField(1, Role.VALUE, "rows", SimpleType.BIGINT, false, "count(*)"));
    } else if (node.op() instanceof Aggregate aggregate) {
      addKeys(aggregate, fields);
      aggregate.calls().forEach(call -> addAccumulators(call, fields));
    }
    return List.copyOf(fields);
  }

  private static void addKeys(Aggregate aggregate, List<StateField> fields) {
    if (aggregate.window().isPresent()) {
      String time = aggregate.time().orElseThrow().canonical();
      String window = OperatorText.window(aggregate.window().get());
      boolean session = aggregate.window().get() instanceof WindowSpec.Session;
      if (session) {
        add(
            fields,
            Role.KEY,
            Field.notNull(AggregateCompiler.WINDOW_START, SimpleType.TIMESTAMP),
            "start of " + window + " over " + time);
      }
      add(
          fields,
          Role.KEY,
          Field.notNull(AggregateCompiler.WINDOW_END, SimpleType.TIMESTAMP),
          "end of " + window + " over " + time);
    }
    for (NamedExpression key : aggregate.keys()) {
      add(fields, Role.KEY, key.field(), key.expression().canonical());
    }
  }

  private static void addAccumulators(AggregateCall call, List<StateField> fields) {
    for (Field field : CATALOGUE.function(call).state()) {
      add(fields, Role.VALUE, field, call.canonical());
    }
  }

  private static void add(List<StateField> fields, Role role, Field field, String expression) {
    fields.add(
        new StateField(
            fields.size() + 1, role, field.name(), field.type(), field.nullable(), expression));
  }
}
