package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.JoinInput;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.JoinKind;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.operators.plan.TimeGap;
import tidemark.operators.types.Schema;

/**
 * The parts of a join's condition: what must be equal, what is asked of one side alone, how the
 * sides' times lie to each other, and the rest. The names in it are qualified, {@code left.a}.
 */
final class MatchConditions {
  private final PlanNode left;
  private final PlanNode right;
  private final List<JoinKey> keys = new ArrayList<>();
  private final List<Expression> leftOnly = new ArrayList<>();
  private final List<Expression> rightOnly = new ArrayList<>();
  private final List<Expression> others = new ArrayList<>();

  private MatchConditions(PlanNode left, PlanNode right) {
    this.left = left;
    this.right = right;
  }

  /** Takes a condition apart. */
  static MatchConditions of(Expression match, PlanNode left, PlanNode right) {
    MatchConditions parts = new MatchConditions(left, right);
    Expressions.conjuncts(match).forEach(parts::add);
    return parts;
  }

  List<JoinKey> keys() {
    return keys;
  }

  private void add(Expression condition) {
    Optional<JoinKey> key = key(condition);
    if (key.isPresent()) {
      keys.add(key.get());
    } else if (reads(condition, Side.LEFT) && !reads(condition, Side.RIGHT)) {
      leftOnly.add(unqualified(condition));
    } else if (reads(condition, Side.RIGHT) && !reads(condition, Side.LEFT)) {
      rightOnly.add(unqualified(condition));
    } else {
      others.add(condition);
    }
  }

  /** The equality between the sides that a conjunct is, if it is one. */
  static Optional<JoinKey> key(Expression condition) {
    if (!(condition instanceof Call call)
        || !call.function().equals("=") && !call.function().equals("<=>")) {
      return Optional.empty();
    }
    Expression first = call.arguments().get(0);
    Expression second = call.arguments().get(1);
    boolean nullsMatch = call.function().equals("<=>");
    if (isOf(Side.LEFT, first) && isOf(Side.RIGHT, second)) {
      return Optional.of(new JoinKey(unqualified(first), unqualified(second), nullsMatch));
    }
    if (isOf(Side.RIGHT, first) && isOf(Side.LEFT, second)) {
      return Optional.of(new JoinKey(unqualified(second), unqualified(first), nullsMatch));
    }
    return Optional.empty();
  }

  private static boolean isOf(Side side, Expression expression) {
    Side other = side == Side.LEFT ? Side.RIGHT : Side.LEFT;
    return reads(expression, side)
        && !reads(expression, other)
        && Expressions.isDeterministic(expression);
  }

  private static boolean reads(Expression expression, Side side) {
    String prefix = side.qualified("");
    return Expressions.columns(expression).stream().anyMatch(n -> n.startsWith(prefix));
  }

  /** The same over the columns of the one side that it reads. */
  static Expression unqualified(Expression expression) {
    return Expressions.rewrite(
        expression,
        e ->
            e instanceof ColumnReference c
                ? new ColumnReference(
                    c.name().substring(c.name().indexOf('.') + 1), c.type(), c.nullable())
                : e);
  }

  /** The key that is an event time, if one is: then rows are forgotten by it. */
  private OptionalInt timeKey() {
    for (int i = 0; i < keys.size(); i++) {
      if (EventTimes.isEventTime(left, keys.get(i).left())
          || EventTimes.isEventTime(right, keys.get(i).right())) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * True if a watermark could tell of rows of the side that no partner comes, were there one on the
   * side itself.
   */
  boolean mayClose(Side side) {
    return timeKey().isPresent()
        || comparisons().anyMatch(c -> c.later().equals(time(side)) && closes(c, side))
        || input(side).eventTimes().isEmpty()
            && comparisons()
                .anyMatch(c -> c.later().startsWith(side.qualified("")) && closes(c, side));
  }

  private boolean closes(TimeComparison comparison, Side side) {
    Side other = side == Side.LEFT ? Side.RIGHT : Side.LEFT;
    return eventTime(other).filter(comparison.earlier()::equals).isPresent();
  }

  /** The join that these conditions make. */
  Join join(JoinKind kind, List<NamedExpression> columns) {
    Optional<TimeGap> gap = Optional.empty();
    List<Expression> rest = new ArrayList<>();
    String leftTime = time(Side.LEFT);
    for (Expression condition : others) {
      Optional<TimeGap> bound =
          timeKey().isPresent()
              ? Optional.empty()
              : TimeComparison.of(condition).filter(this::isOverTimes).map(c -> c.gap(leftTime));
      if (bound.isPresent()) {
        gap = Optional.of(gap.orElse(TimeGap.ANY).and(bound.get()));
      } else {
        rest.add(condition);
      }
    }
    Optional<Expression> all = Conjunction.of(rest);
    Set<String> read = new TreeSet<>();
    all.ifPresent(r -> read.addAll(Expressions.columns(r)));
    columns.forEach(c -> read.addAll(Expressions.columns(c.expression())));
    return new Join(
        kind,
        keys,
        input(Side.LEFT, leftOnly, gap.isPresent(), read),
        input(Side.RIGHT, rightOnly, gap.isPresent(), read),
        gap,
        all,
        columns);
  }

  private JoinInput input(Side side, List<Expression> conditions, boolean timed, Set<String> read) {
    Schema schema = input(side).schema();
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      if (read.contains(side.qualified(schema.field(i).name()))) {
        kept.add(i);
      }
    }
    OptionalInt time =
        timed
            ? schema.find(time(side).substring(side.qualified("").length()))
            : OptionalInt.empty();
    return new JoinInput(Conjunction.of(conditions), kept, time, lateness(side), retention(side));
  }

  private OptionalInt lateness(Side side) {
    return input(side).eventTimes().stream().mapToInt(EventTime::column).findFirst();
  }

  /** As in Spark: by a key that is an event time, else by what the comparisons of times leave. */
  private Retention retention(Side side) {
    if (timeKey().isPresent()) {
      return new Retention.UntilKey(timeKey().getAsInt());
    }
    Optional<String> own = eventTime(side);
    OptionalLong least =
        comparisons()
            .filter(c -> own.filter(c.later()::equals).isPresent() && closes(c, side))
            .mapToLong(TimeComparison::stateOffsetMillis)
            .min();
    return least.isPresent() ? new Retention.UntilTime(least.getAsLong()) : new Retention.Forever();
  }

  private boolean isOverTimes(TimeComparison comparison) {
    Set<String> times = Set.of(time(Side.LEFT), time(Side.RIGHT));
    return times.contains(comparison.earlier()) && times.contains(comparison.later());
  }

  private Stream<TimeComparison> comparisons() {
    return others.stream().flatMap(c -> TimeComparison.of(c).stream());
  }

  /** The side's event time, or the first timestamp of it that is compared; empty text if none. */
  private String time(Side side) {
    return eventTime(side)
        .or(
            () ->
                comparisons()
                    .flatMap(c -> Stream.of(c.earlier(), c.later()))
                    .filter(n -> n.startsWith(side.qualified("")))
                    .findFirst())
        .orElse("");
  }

  private Optional<String> eventTime(Side side) {
    PlanNode input = input(side);
    return input.eventTimes().stream()
        .map(t -> side.qualified(input.schema().field(t.column()).name()))
        .findFirst();
  }

  private PlanNode input(Side side) {
    return side == Side.LEFT ? left : right;
  }
}
