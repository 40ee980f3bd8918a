package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.aggregate.WithheldFunction;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.state.StoredOrder;
import tidemark.operators.stateful.AggregateInputs;
import tidemark.operators.stateful.AggregateInputs.CallInputs;
import tidemark.operators.stateful.AggregateShape;
import tidemark.operators.stateful.ResultColumns;
import tidemark.operators.types.Field;
import tidemark.operators.types.Physical;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * Binds an aggregation of the plan to its input. Keys and calls stand in stored order until the
 * results are computed.
 */
final class AggregateLowering {
  private static final AggregateCatalogue CATALOGUE = new AggregateCatalogue();

  private static final Set<Physical> EXACT =
      EnumSet.of(Physical.BOOLEAN, Physical.LONG, Physical.DECIMAL);

  private final PlanNode node;
  private final LogicalOp.Aggregate op;
  private final StepBinding binding;
  private final Schema input;
  private final StoredOrder order;
  private final List<AggregateFunction> functions;
  private final Schema merged;

  AggregateLowering(
      PlanNode node, LogicalOp.Aggregate op, StepBinding binding, Optional<StoredOrder> stored) {
    this.node = node;
    this.op = op;
    this.binding = binding;
    this.input = node.input().schema();
    this.order = stored.orElseGet(() -> asWritten(op));
    this.functions = order.calls().stream().map(this::function).toList();
    this.merged = mergedSchema();
  }

  /**
   * True if no last bit of a result depends on which rows are summed up together: sums of whole
   * numbers and decimals, but not of doubles, and nothing that estimates.
   */
  static boolean isExact(LogicalOp.Aggregate op) {
    return op.calls().stream()
        .flatMap(call -> CATALOGUE.function(call).state().stream())
        .map(field -> field.type().physical())
        .allMatch(EXACT::contains);
  }

  private static StoredOrder asWritten(LogicalOp.Aggregate op) {
    return new StoredOrder(
        IntStream.range(0, op.keys().size()).boxed().toList(),
        IntStream.range(0, op.calls().size()).boxed().toList(),
        Set.of());
  }

  private AggregateFunction function(int call) {
    AggregateFunction function = CATALOGUE.function(op.calls().get(call));
    return order.withheld().contains(call) ? new WithheldFunction(function) : function;
  }

  private List<NamedExpression> keys() {
    return order.ofKeys(op.keys());
  }

  private Expiry expiry() {
    return op.expiry() instanceof Expiry.ByKey byKey
        ? new Expiry.ByKey(order.keys().indexOf(byKey.key()))
        : op.expiry();
  }

  AggregateShape shape() {
    return new AggregateShape(
        op.window(),
        expiry(),
        !node.input().eventTimes().isEmpty(),
        keys().stream().map(k -> k.expression().type()).toList(),
        functions,
        this::inputs,
        merged,
        op.updates(),
        this::results);
  }

  /**
   * Window columns, keys, then {@code $agg0}, {@code $agg1} …: what results are computed from; last
   * the columns of updates.
   */
  private Schema mergedSchema() {
    List<Field> fields = new ArrayList<>();
    if (op.window().isPresent()) {
      fields.add(Field.notNull("window_start", SimpleType.TIMESTAMP));
      fields.add(Field.notNull("window_end", SimpleType.TIMESTAMP));
    }
    keys().forEach(k -> fields.add(k.field()));
    for (int i : order.calls()) {
      AggregateCall call = op.calls().get(i);
      boolean nullable = call.nullable() || order.withheld().contains(i);
      fields.add(new Field(AggregateExpression.column(i), call.type(), nullable));
    }
    fields.addAll(op.updates().columns());
    return new Schema(fields);
  }

  private AggregateInputs inputs() {
    return new AggregateInputs(
        op.time().map(t -> binding.value(t, input)), binding.valuesOf(keys(), input), calls());
  }

  private List<CallInputs> calls() {
    List<CallInputs> calls = new ArrayList<>();
    for (int i = 0; i < functions.size(); i++) {
      AggregateCall call = op.calls().get(order.calls().get(i));
      int columns = functions.get(i).arguments().size();
      List<Evaluator> arguments =
          call.arguments().subList(0, columns).stream().map(a -> binding.value(a, input)).toList();
      calls.add(
          new CallInputs(arguments, call.filter().map(f -> binding.stopping().filter(f, input))));
    }
    return calls;
  }

  private ResultColumns results() {
    List<Expression> columns = new ArrayList<>();
    int windowColumns = op.window().isPresent() ? 2 : 0;
    for (Field field : merged.fields().subList(0, windowColumns)) {
      columns.add(reference(field));
    }
    for (NamedExpression key : op.keys()) {
      columns.add(reference(key.field()));
    }
    for (NamedExpression result : op.results()) {
      columns.add(result.expression());
    }
    for (Field field : op.updates().columns()) {
      columns.add(reference(field));
    }
    return binding.stopping().projection(columns, merged, node.schema())::project;
  }

  private static Expression reference(Field field) {
    return new ColumnReference(field.name(), field.type(), field.nullable());
  }
}
