package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StatelessOperator;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Filter;
import tidemark.operators.failing.FailedRows;
import tidemark.operators.join.JoinOperator;
import tidemark.operators.keyed.KeyedOperator;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Side;
import tidemark.operators.state.StateAccess;
import tidemark.operators.state.StoredOrder;
import tidemark.operators.stateful.AggregateOperator;
import tidemark.operators.stateful.AggregateShape;
import tidemark.operators.stateful.DeduplicateOperator;
import tidemark.operators.stateful.DeduplicateShape;
import tidemark.operators.stateful.DrainingOperator;
import tidemark.operators.stateful.LimitOperator;
import tidemark.operators.stateful.SessionOperator;
import tidemark.operators.stateful.SortOperator;
import tidemark.operators.stateless.ExplodeOperator;
import tidemark.operators.stateless.FilterOperator;
import tidemark.operators.stateless.LookupOperator;
import tidemark.operators.stateless.WatermarkOperator;
import tidemark.operators.table.TableIndex;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.Schema;

/** Makes the running form of a plan node, for one micro-batch. */
public final class Lowering {
  private final EvaluationContext evaluation;
  private final Function<PlanNode, FailedRows> failed;

  /**
   * @param failed takes the failed rows of a node
   */
  public Lowering(EvaluationContext evaluation, Function<PlanNode, FailedRows> failed) {
    this.evaluation = evaluation;
    this.failed = failed;
  }

  private StepBinding binding(PlanNode node) {
    return new StepBinding(evaluation, failed.apply(node));
  }

  /** What a scan lets through while it reads, for one thread. */
  public Optional<Filter> readFilter(PlanNode node) {
    return ((LogicalOp.Scan) node.op()).filter().map(f -> binding(node).filter(f, node.schema()));
  }

  /**
   * The input end of a gathering step on a worker, if it may be given only rows that do not fail.
   */
  public Share guarded(PlanNode node, int input, Share share) {
    StepBinding binding = binding(node);
    return binding.guard(() -> new InputChecks(node, binding).of(input)).share(share);
  }

  /** True if the node's rows are gathered before any comes out. */
  public static boolean isGathering(PlanNode node) {
    return node.op() instanceof LogicalOp.Aggregate
        || node.op() instanceof LogicalOp.Join
        || node.op() instanceof LogicalOp.Deduplicate
        || node.op() instanceof LogicalOp.Limit
        || node.op() instanceof LogicalOp.Sort
        || node.op() instanceof LogicalOp.Keyed;
  }

  /**
   * True if the node makes the same of the same rows, to the last bit, wherever they are cut into
   * shares.
   */
  public static boolean isExact(PlanNode node) {
    return !(node.op() instanceof LogicalOp.Aggregate aggregate)
        || AggregateLowering.isExact(aggregate);
  }

  /** A mapping step for one thread; not for scans, unions, writes and gathering steps. */
  public StatelessOperator stateless(PlanNode node) {
    Schema input = node.input().schema();
    if (node.op() instanceof LogicalOp.Filter filter) {
      return new FilterOperator(binding(node).filter(filter.condition(), input));
    }
    if (node.op() instanceof LogicalOp.Project project) {
      return binding(node).projection(expressions(project.columns()), input, node.schema());
    }
    if (node.op() instanceof LogicalOp.Explode explode) {
      return new ExplodeOperator(explode.column(), explode.outer(), node.schema());
    }
    throw new AssertionError(node.op());
  }

  /**
   * A join with a static source, for one thread.
   *
   * @param index the source's rows, by the join's keys
   * @param needed positions of the output's columns that something reads; the others are null
   */
  public StatelessOperator staticJoin(PlanNode node, TableIndex index, BitSet needed) {
    return guarded(node, new StaticJoinLowering(node, index, binding(node)).operator(needed));
  }

  /**
   * A lookup that brings the rows of each batch into memory, for one thread.
   *
   * @param none an index of the source without rows
   * @param needed positions of the output's columns that something reads; the others are null
   */
  public StatelessOperator lookup(
      PlanNode node, TableIndex none, LookupOperator.Partners partners, BitSet needed) {
    return guarded(
        node,
        new LookupOperator(
            partners, new StaticJoinLowering(node, none, binding(node)).operator(needed)));
  }

  private StatelessOperator guarded(PlanNode node, StatelessOperator join) {
    StepBinding binding = binding(node);
    return binding.guard(() -> new InputChecks(node, binding).of(0)).operator(join);
  }

  /**
   * A watermark's observer for one thread; {@code boundMicros} is the latest believed event time.
   */
  public static WatermarkOperator watermark(PlanNode node, long boundMicros) {
    LogicalOp.Watermark watermark = (LogicalOp.Watermark) node.op();
    int column = node.schema().find(watermark.spec().column()).orElseThrow();
    return new WatermarkOperator(column, boundMicros);
  }

  /** An earlier definition of a step, and the stores and time it is to be closed with. */
  public record EarlierNode(PlanNode node, OperatorContext context) {}

  /** A gathering step with the groups that its earlier definitions left open. */
  public StatefulOperator gathering(
      PlanNode node, OperatorContext context, List<EarlierNode> earlier) {
    StatefulOperator now = gathering(node, context);
    List<DrainingOperator.Earlier> open = new ArrayList<>();
    for (EarlierNode each : earlier) {
      open.add(
          new DrainingOperator.Earlier(
              gathering(each.node(), each.context()),
              () -> columns(each.node().schema(), node, context)));
    }
    return open.isEmpty() ? now : new DrainingOperator(now, open);
  }

  private EarlierColumns columns(Schema before, PlanNode node, OperatorContext context) {
    Optional<StoredOrder> stored = context.state().order(store((LogicalOp.Aggregate) node.op()));
    return new EarlierColumns(before, node, stored, binding(node));
  }

  /** A gathering step. */
  public StatefulOperator gathering(PlanNode node, OperatorContext context) {
    if (node.op() instanceof LogicalOp.Join join) {
      Optional<StoredOrder> order = context.state().order(JoinOperator.rowsOf(Side.LEFT));
      return new JoinOperator(new JoinLowering(node, join, binding(node), order).shape(), context);
    }
    Schema input = node.input().schema();
    if (node.op() instanceof LogicalOp.Limit limit) {
      return new LimitOperator(limit.rows(), input, context);
    }
    if (node.op() instanceof LogicalOp.Sort sort) {
      return new SortOperator(sort.keys(), input, context);
    }
    if (node.op() instanceof LogicalOp.Keyed keyed) {
      Optional<StoredOrder> order = context.state().order(KeyedOperator.STORE);
      return new KeyedOperator(
          new KeyedLowering(node, keyed, binding(node), order).shape(), context);
    }
    if (node.op() instanceof LogicalOp.Deduplicate deduplicate) {
      Optional<StoredOrder> order = context.state().order(DeduplicateOperator.STORE);
      return new DeduplicateOperator(shape(node, deduplicate, order), context);
    }
    LogicalOp.Aggregate aggregate = (LogicalOp.Aggregate) node.op();
    Optional<StoredOrder> order = context.state().order(store(aggregate));
    AggregateShape shape = new AggregateLowering(node, aggregate, binding(node), order).shape();
    return isSession(aggregate)
        ? new SessionOperator(shape, context)
        : new AggregateOperator(shape, context);
  }

  private static String store(LogicalOp.Aggregate aggregate) {
    return isSession(aggregate) ? SessionOperator.STORE : AggregateOperator.STORE;
  }

  private static boolean isSession(LogicalOp.Aggregate aggregate) {
    return aggregate.window().filter(w -> w instanceof WindowSpec.Session).isPresent();
  }

  /**
   * When a step has work to do although no row comes, processing time in microseconds; empty if
   * nothing waits. Only for steps that act on processing time.
   */
  public static OptionalLong firstDueMicros(StateAccess state) {
    return KeyedOperator.firstDueMicros(state);
  }

  private static DeduplicateShape shape(
      PlanNode node, LogicalOp.Deduplicate op, Optional<StoredOrder> order) {
    Schema input = node.input().schema();
    List<Integer> keys = order.map(o -> o.ofKeys(op.keys())).orElse(op.keys());
    return new DeduplicateShape(
        input,
        keys,
        keys.stream().map(k -> input.field(k).type()).toList(),
        node.input()
            .eventTime()
            .map(EventTime::column)
            .map(OptionalInt::of)
            .orElse(OptionalInt.empty()),
        op.memory());
  }

  static List<Expression> expressions(List<NamedExpression> columns) {
    return columns.stream().map(NamedExpression::expression).toList();
  }
}
