package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import tidemark.operators.aggregate.Accumulators;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Gather;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.state.StoredOrder;
import tidemark.operators.stateless.ProjectOperator;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * Brings the rows of an aggregation's earlier definition to the columns that it has now, by name. A
 * result that the earlier definition does not know is that of a group whose calls have seen no row:
 * a count is 0, a sum null. Used by one thread.
 */
final class EarlierColumns implements UnaryOperator<Batch> {
  private static final AggregateCatalogue CATALOGUE = new AggregateCatalogue();

  private final ProjectOperator known;
  private final Optional<Rest> rest;

  /**
   * The results that are computed here.
   *
   * @param input the columns that are known, then one a call
   * @param calls a row each
   * @param columns makes the step's columns of the input's
   */
  private record Rest(Schema input, List<Column> calls, ProjectOperator columns) {
    Batch of(Batch known) {
      Column[] all = new Column[input.size()];
      int count = all.length - calls.size();
      for (int i = 0; i < count; i++) {
        all[i] = known.column(i);
      }
      int[] firstRow = new int[known.size()];
      for (int i = 0; i < calls.size(); i++) {
        all[count + i] = Gather.of(calls.get(i), firstRow, firstRow.length);
      }
      return columns.project(known.withColumns(input, all));
    }
  }

  /**
   * @param before what the earlier definition yields
   * @param node the aggregation as it is now
   * @param stored the order of what it keeps, which says what is withheld
   */
  EarlierColumns(Schema before, PlanNode node, Optional<StoredOrder> stored, StepBinding binding) {
    Aggregate op = (Aggregate) node.op();
    List<Field> fields =
        node.schema().fields().stream().filter(f -> before.find(f.name()).isPresent()).toList();
    Schema names = new Schema(fields);
    List<Evaluator> casts = new ArrayList<>();
    for (Field field : fields) {
      Field was = before.field(before.find(field.name()).getAsInt());
      casts.add(binding.stopping().value(cast(reference(was), field), before));
    }
    this.known = new ProjectOperator(names, casts);
    this.rest =
        fields.size() == node.schema().size()
            ? Optional.empty()
            : Optional.of(rest(names, node, op, stored, binding));
  }

  @Override
  public Batch apply(Batch batch) {
    Batch columns = known.project(batch);
    return rest.isPresent() ? rest.get().of(columns) : columns;
  }

  private static Rest rest(
      Schema known,
      PlanNode node,
      Aggregate op,
      Optional<StoredOrder> stored,
      StepBinding binding) {
    List<Field> input = new ArrayList<>(known.fields());
    IntStream.range(0, op.calls().size())
        .mapToObj(i -> Field.of(AggregateExpression.column(i), op.calls().get(i).type()))
        .forEach(input::add);
    Schema schema = new Schema(input);
    List<Expression> columns = new ArrayList<>();
    for (Field field : node.schema().fields()) {
      columns.add(
          known.find(field.name()).isPresent() ? reference(field) : result(op, field.name()));
    }
    Set<Integer> withheld = stored.map(StoredOrder::withheld).orElse(Set.of());
    List<Column> calls =
        IntStream.range(0, op.calls().size())
            .mapToObj(i -> ofNoRows(op.calls().get(i), withheld.contains(i)))
            .toList();
    return new Rest(schema, calls, binding.stopping().projection(columns, schema, node.schema()));
  }

  private static Expression result(Aggregate op, String name) {
    return op.results().stream()
        .filter(r -> r.name().equals(name))
        .map(NamedExpression::expression)
        .findFirst()
        .orElseThrow();
  }

  private static Column ofNoRows(AggregateCall call, boolean withheld) {
    ColumnBuilder column = ColumnBuilder.of(call.type());
    if (withheld) {
      column.appendNull();
    } else {
      Accumulators none = CATALOGUE.function(call).create();
      none.ensure(1);
      none.appendResult(0, column);
    }
    return column.build();
  }

  private static Expression cast(Expression value, Field field) {
    return value.type().equals(field.type())
        ? value
        : new Cast(value, field.type(), Cast.Mode.IMPLICIT, value.nullable());
  }

  private static Expression reference(Field field) {
    return new ColumnReference(field.name(), field.type(), field.nullable());
  }
}
