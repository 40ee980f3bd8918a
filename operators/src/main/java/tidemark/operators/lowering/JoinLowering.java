package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import tidemark.operators.batch.Batch;
import tidemark.operators.expr.Filter;
import tidemark.operators.join.JoinShape;
import tidemark.operators.join.SideShape;
import tidemark.operators.plan.JoinInput;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.operators.state.StoredOrder;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** Binds a join of two streams to its inputs. Keys stand in stored order. */
final class JoinLowering {
  private final PlanNode node;
  private final LogicalOp.Join op;
  private final StepBinding binding;
  private final List<Integer> order;
  private final List<JoinKey> keys;
  private final Schema pair;

  JoinLowering(
      PlanNode node, LogicalOp.Join op, StepBinding binding, Optional<StoredOrder> stored) {
    this.node = node;
    this.op = op;
    this.binding = binding;
    this.order =
        stored
            .map(StoredOrder::keys)
            .orElseGet(() -> IntStream.range(0, op.keys().size()).boxed().toList());
    this.keys = order.stream().map(op.keys()::get).toList();
    this.pair = Side.pair(kept(Side.LEFT), kept(Side.RIGHT));
  }

  JoinShape shape() {
    return new JoinShape(
        op.kind(),
        keys.stream().map(k -> k.left().type()).toList(),
        keys.stream().map(JoinKey::nullsMatch).toList(),
        side(Side.LEFT),
        side(Side.RIGHT),
        op.gap(),
        pair,
        this::rest,
        this::output);
  }

  private Schema input(Side side) {
    return node.inputs().get(side.ordinal()).schema();
  }

  private Schema kept(Side side) {
    List<Field> fields = new ArrayList<>();
    op.input(side).kept().forEach(i -> fields.add(input(side).field(i)));
    return new Schema(fields);
  }

  private SideShape side(Side side) {
    JoinInput input = op.input(side);
    return new SideShape(
        () -> inputs(side),
        kept(side),
        input.kept(),
        input.time(),
        input.lateness(),
        retention(input));
  }

  private Retention retention(JoinInput input) {
    return input.retention() instanceof Retention.UntilKey until
        ? new Retention.UntilKey(order.indexOf(until.key()))
        : input.retention();
  }

  private SideShape.Inputs inputs(Side side) {
    Schema schema = input(side);
    return new SideShape.Inputs(
        op.input(side).condition().map(c -> binding.stopping().filter(c, schema)),
        keys.stream().map(k -> binding.value(k.of(side), schema)).toList());
  }

  private Optional<Filter> rest() {
    return op.rest().map(r -> binding.filter(r, pair));
  }

  private UnaryOperator<Batch> output() {
    return binding.projection(Lowering.expressions(op.columns()), pair, node.schema())::project;
  }
}
