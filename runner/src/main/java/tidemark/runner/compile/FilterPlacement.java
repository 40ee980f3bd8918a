package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.JoinInput;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Explode;
import tidemark.operators.plan.LogicalOp.Filter;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Project;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.StaticJoin;
import tidemark.operators.plan.LogicalOp.Union;
import tidemark.operators.plan.LogicalOp.Watermark;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Side;
import tidemark.operators.types.Schema;
import tidemark.runner.meaning.EarlyFilters;

/**
 * Moves filters to where Spark's optimizer has them act, because that decides which rows move a
 * watermark and which rows count as input. A condition that does not read the event-time column
 * acts before the watermark above it; a condition that a source applies while reading becomes part
 * of the scan. Conditions move through filters, projections (by substitution), unions and explodes,
 * those on keys through aggregations, never through another stateful step than these and joins, and
 * never past a node that something else reads too.
 */
final class FilterPlacement {
  private final Map<String, Long> readers = new HashMap<>();
  private final Set<String> keepsFailedRows;
  private final BiPredicate<Scan, Expression> readerTakes;
  private final EarlyFilters early;
  private final Map<String, PlanNode> placed = new HashMap<>();
  private String filterId = "";
  private int movedNodes;

  /** Whether a condition has moved through an aggregation. */
  private boolean passedGroups;

  private FilterPlacement(
      LogicalPlan plan,
      Set<String> keepsFailedRows,
      BiPredicate<Scan, Expression> readerTakes,
      EarlyFilters early) {
    this.keepsFailedRows = keepsFailedRows;
    this.readerTakes = readerTakes;
    this.early = early;
    for (PlanNode node : plan.nodes()) {
      node.inputs().forEach(i -> readers.merge(i.id(), 1L, Long::sum));
    }
  }

  /**
   * The same plan with its filters where they act.
   *
   * @param keepsFailedRows ids of nodes whose failed rows go on elsewhere: what they compute is
   *     computed where it stands, and nothing moves past them
   * @param readerTakes whether the source of a scan applies the condition while reading
   * @param early is told which conditions act before watermarks and steps with state
   */
  static LogicalPlan apply(
      LogicalPlan plan,
      Set<String> keepsFailedRows,
      BiPredicate<Scan, Expression> readerTakes,
      EarlyFilters early) {
    FilterPlacement placement = new FilterPlacement(plan, keepsFailedRows, readerTakes, early);
    List<PlanNode> ends = new ArrayList<>();
    for (PlanNode node : plan.nodes()) {
      PlanNode moved = placement.place(node);
      placement.placed.put(node.id(), moved);
      if (!placement.readers.containsKey(node.id())) {
        ends.add(moved);
      }
    }
    return new LogicalPlan(
        plan.pipeline(), Nodes.inOrder(ends), plan.mode(), plan.watermarkPolicy(), plan.zone());
  }

  private PlanNode place(PlanNode node) {
    List<PlanNode> inputs = node.inputs().stream().map(i -> placed.get(i.id())).toList();
    PlanNode same = Nodes.withInputs(node, inputs);
    filterId = node.id();
    movedNodes = 0;
    if (keepsFailedRows.contains(node.id())) {
      return same;
    }
    if (node.op() instanceof Join join) {
      return placeConditions(same, join);
    }
    if (!(node.op() instanceof Filter filter)) {
      return same;
    }
    PlanNode below = same.input();
    List<Expression> staying = new ArrayList<>();
    List<Expression> tests = new ArrayList<>();
    for (Expression condition : Expressions.conjuncts(filter.condition())) {
      passedGroups = false;
      Optional<PlanNode> lowered =
          Expressions.isDeterministic(condition)
              ? lower(below, condition, false)
              : Optional.empty();
      below = lowered.orElse(below);
      if (lowered.isEmpty() || passedGroups) {
        staying.add(condition);
      }
      if (!ReaderPredicates.applies(condition)) {
        tests.addAll(NullRejection.tests(condition));
      }
    }
    for (Expression test : tests) {
      below = lower(below, test, false).orElse(below);
    }
    return staying.isEmpty()
        ? below
        : new PlanNode(
            node.id(),
            new Filter(Conjunction.of(staying).orElseThrow()),
            List.of(below),
            node.schema(),
            node.eventTimes(),
            node.span());
  }

  /**
   * The node with the condition acting somewhere below it, or empty if that changes nothing: no
   * watermark lies between and no source takes it.
   *
   * @param crossed whether the condition has moved past a watermark already
   */
  private Optional<PlanNode> lower(PlanNode node, Expression condition, boolean crossed) {
    if (readers.getOrDefault(node.id(), 1L) > 1 || keepsFailedRows.contains(node.id())) {
      return stopOver(node, condition, crossed);
    }
    Optional<PlanNode> lowered = Optional.empty();
    if (node.op() instanceof Scan scan) {
      lowered = intoScan(node, scan, condition);
    } else if (node.op() instanceof Filter) {
      lowered = under(node, condition, crossed);
    } else if (node.op() instanceof Project project) {
      lowered = throughProjection(node, project, condition, crossed);
    } else if (node.op() instanceof Watermark watermark) {
      if (!Expressions.columns(condition).contains(watermark.spec().column())) {
        lowered = under(node, condition, true);
        early.add(node, 0, condition);
      }
    } else if (node.op() instanceof Union) {
      lowered = intoUnion(node, condition, crossed);
    } else if (node.op() instanceof Join join) {
      lowered = throughJoin(node, join, condition);
    } else if (node.op() instanceof StaticJoin join) {
      lowered = throughStaticJoin(node, join, condition, crossed);
    } else if (node.op() instanceof Aggregate aggregate) {
      lowered = throughAggregate(node, aggregate, condition, crossed);
    } else if (node.op() instanceof Explode explode) {
      if (!Expressions.columns(condition).contains(explode.as())) {
        lowered = under(node, condition, crossed);
      }
    }
    return lowered.isPresent() ? lowered : stopOver(node, condition, crossed);
  }

  private Optional<PlanNode> stopOver(PlanNode node, Expression condition, boolean crossed) {
    return crossed ? Optional.of(filterOver(node, condition)) : Optional.empty();
  }

  private Optional<PlanNode> under(PlanNode node, Expression condition, boolean crossed) {
    return lower(node.input(), condition, crossed)
        .map(input -> Nodes.withInputs(node, List.of(input)));
  }

  private Optional<PlanNode> intoScan(PlanNode node, Scan scan, Expression condition) {
    if (!readerTakes.test(scan, condition)) {
      return Optional.empty();
    }
    List<Expression> all =
        new ArrayList<>(scan.filter().map(Expressions::conjuncts).orElse(List.of()));
    if (!all.contains(condition)) {
      all.add(condition);
    }
    return Optional.of(
        Nodes.withOp(node, new Scan(scan.source(), Conjunction.of(all), scan.timed())));
  }

  private Optional<PlanNode> throughProjection(
      PlanNode node, Project project, Expression condition, boolean crossed) {
    Map<String, Expression> columns = new HashMap<>();
    for (NamedExpression column : project.columns()) {
      if (!Expressions.isDeterministic(column.expression())) {
        return Optional.empty();
      }
      columns.put(column.name(), column.expression());
    }
    return under(node, Expressions.substitute(condition, columns), crossed);
  }

  /** Onto the stream's side, if the condition reads nothing of the table. */
  private Optional<PlanNode> throughStaticJoin(
      PlanNode node, StaticJoin join, Expression condition, boolean crossed) {
    Map<String, Expression> columns = new HashMap<>();
    join.columns().forEach(c -> columns.put(c.name(), c.expression()));
    Expression overPair = Expressions.substitute(condition, columns);
    if (!MatchParts.sides(overPair).equals(Set.of(join.streamSide()))
        || !Expressions.isDeterministic(overPair)) {
      return Optional.empty();
    }
    Expression overStream = join.streamSide().local(overPair);
    return lower(node.input(), overStream, crossed)
        .map(input -> Nodes.withInputs(node, List.of(input, node.inputs().get(1))));
  }

  /**
   * Onto the rows of the groups, if the condition reads nothing but their keys. It has to act where
   * it stands as well: some groups may be stored since before there was the condition.
   */
  private Optional<PlanNode> throughAggregate(
      PlanNode node, Aggregate aggregate, Expression condition, boolean crossed) {
    Map<String, Expression> keys = new HashMap<>();
    aggregate.keys().stream()
        .filter(key -> Expressions.isDeterministic(key.expression()))
        .forEach(key -> keys.put(key.name(), key.expression()));
    Set<String> read = Expressions.columns(condition);
    if (read.isEmpty() || !keys.keySet().containsAll(read)) {
      return Optional.empty();
    }
    Expression ofRows = Expressions.substitute(condition, keys);
    Optional<PlanNode> lowered = under(node, ofRows, crossed);
    if (lowered.isPresent()) {
      passedGroups = true;
      early.add(node, 0, ofRows);
    }
    return lowered;
  }

  private Optional<PlanNode> intoUnion(PlanNode node, Expression condition, boolean crossed) {
    List<Optional<PlanNode>> lowered =
        node.inputs().stream().map(i -> lower(i, condition, crossed)).toList();
    if (lowered.stream().noneMatch(Optional::isPresent)) {
      return Optional.empty();
    }
    List<PlanNode> inputs = new ArrayList<>();
    for (int i = 0; i < lowered.size(); i++) {
      PlanNode input = node.inputs().get(i);
      inputs.add(lowered.get(i).orElseGet(() -> filterOver(input, condition)));
    }
    return Optional.of(Nodes.withInputs(node, inputs));
  }

  /**
   * What a join asks of the rows of one side alone, and that its keys are not null, acts on that
   * side's rows before they are joined, unless they come out without partner too.
   */
  private PlanNode placeConditions(PlanNode node, Join join) {
    List<PlanNode> inputs = new ArrayList<>();
    List<JoinInput> rows = new ArrayList<>();
    for (Side side : Side.values()) {
      PlanNode input = node.inputs().get(side.ordinal());
      JoinInput what = join.input(side);
      if (join.kind().keepsAlone(side)) {
        inputs.add(input);
        rows.add(what);
        continue;
      }
      List<Expression> staying = new ArrayList<>();
      List<Expression> all = what.condition().map(Expressions::conjuncts).orElse(List.of());
      for (Expression condition : all) {
        passedGroups = false;
        Optional<PlanNode> lowered =
            Expressions.isDeterministic(condition)
                ? lower(input, condition, false)
                : Optional.empty();
        if (lowered.isEmpty() || passedGroups) {
          staying.add(condition);
        }
        input = lowered.orElse(input);
      }
      for (Expression test : nullTests(node, join, side, all)) {
        input = lower(input, test, false).orElse(input);
      }
      inputs.add(input);
      rows.add(what.withCondition(Conjunction.of(staying)));
    }
    return Nodes.withInputs(Nodes.withOp(node, join.withInputs(rows.get(0), rows.get(1))), inputs);
  }

  /** What cannot be null in a row of the side that has a partner. */
  private static List<Expression> nullTests(
      PlanNode node, Join join, Side side, List<Expression> conditions) {
    List<Expression> tests = new ArrayList<>();
    for (Expression condition : conditions) {
      if (!ReaderPredicates.applies(condition)) {
        tests.addAll(NullRejection.tests(condition));
      }
    }
    for (JoinKey key : join.keys()) {
      if (!key.nullsMatch()) {
        tests.addAll(NullRejection.tests(key.of(side)));
      }
    }
    Schema schema = node.inputs().get(side.ordinal()).schema();
    if (join.gap().isPresent()) {
      join.input(side)
          .time()
          .ifPresent(t -> tests.addAll(NullRejection.tests(Columns.reference(schema.field(t)))));
    }
    String prefix = side.qualified("");
    for (Expression condition : join.rest().map(Expressions::conjuncts).orElse(List.of())) {
      for (Expression test : NullRejection.tests(condition)) {
        if (Expressions.columns(test).stream().allMatch(n -> n.startsWith(prefix))) {
          tests.add(MatchConditions.unqualified(test));
        }
      }
    }
    return tests;
  }

  /**
   * A condition on the columns of one side acts on that side's rows, if none of them is made up.
   */
  private Optional<PlanNode> throughJoin(PlanNode node, Join join, Expression condition) {
    Map<String, Expression> columns = new HashMap<>();
    join.columns().forEach(c -> columns.put(c.name(), c.expression()));
    if (!join.columns().stream().allMatch(c -> Expressions.isDeterministic(c.expression()))) {
      return Optional.empty();
    }
    Expression inner = Expressions.substitute(condition, columns);
    List<PlanNode> inputs = new ArrayList<>(node.inputs());
    for (Side side : Side.values()) {
      String prefix = side.qualified("");
      boolean ofSide = Expressions.columns(inner).stream().allMatch(n -> n.startsWith(prefix));
      if (ofSide && !join.kind().padsWithNulls(side)) {
        PlanNode input = inputs.get(side.ordinal());
        Expression own = MatchConditions.unqualified(inner);
        early.add(node, side.ordinal(), own);
        inputs.set(
            side.ordinal(), lower(input, own, false).orElseGet(() -> filterOver(input, own)));
        return Optional.of(Nodes.withInputs(node, inputs));
      }
    }
    return Optional.empty();
  }

  private PlanNode filterOver(PlanNode input, Expression condition) {
    if (input.op() instanceof Filter filter && input.id().startsWith(filterId + ".")) {
      return Nodes.withOp(
          input, new Filter(Conjunction.of(List.of(filter.condition(), condition)).orElseThrow()));
    }
    movedNodes++;
    return new PlanNode(
        filterId + ".moved" + movedNodes,
        new Filter(condition),
        List.of(input),
        input.schema(),
        input.eventTimes(),
        input.span());
  }

  /** True for a filter that stands elsewhere in the pipeline file. */
  static boolean isMoved(PlanNode node) {
    return node.op() instanceof Filter && node.id().contains(".moved");
  }
}
