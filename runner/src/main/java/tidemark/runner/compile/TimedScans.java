package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Filter;
import tidemark.operators.plan.LogicalOp.Project;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.StaticJoin;
import tidemark.operators.plan.LogicalOp.Timed;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;

/**
 * Lets readers leave out rows that no window can take because their time is null. Spark does the
 * same where no watermark stands between, so such rows do not count as input; they are counted for
 * the step.
 */
final class TimedScans {
  private final Predicate<Scan> filters;
  private final Map<String, Long> readers = new HashMap<>();
  private final Map<String, Timed> timed = new HashMap<>();

  private TimedScans(LogicalPlan plan, Predicate<Scan> filters) {
    this.filters = filters;
    for (PlanNode node : plan.nodes()) {
      node.inputs().forEach(i -> readers.merge(i.id(), 1L, Long::sum));
    }
  }

  /**
   * The same plan with the times that its scans may require.
   *
   * @param filters whether the source of a scan filters while reading
   */
  static LogicalPlan apply(LogicalPlan plan, Predicate<Scan> filters) {
    TimedScans scans = new TimedScans(plan, filters);
    for (PlanNode node : plan.nodes()) {
      if (node.op() instanceof Aggregate aggregate) {
        aggregate.time().ifPresent(time -> scans.require(node.input(), time, node.id()));
      }
    }
    if (scans.timed.isEmpty()) {
      return plan;
    }
    Map<String, PlanNode> rebuilt = new HashMap<>();
    List<PlanNode> nodes = new ArrayList<>();
    for (PlanNode node : plan.nodes()) {
      PlanNode same =
          Nodes.withInputs(node, node.inputs().stream().map(i -> rebuilt.get(i.id())).toList());
      PlanNode now = scans.with(same);
      rebuilt.put(node.id(), now);
      nodes.add(now);
    }
    return new LogicalPlan(
        plan.pipeline(), nodes, plan.mode(), plan.watermarkPolicy(), plan.zone());
  }

  private PlanNode with(PlanNode node) {
    if (node.op() instanceof Scan scan && timed.containsKey(node.id())) {
      Timed required = timed.get(node.id());
      return Nodes.withOp(node, new Scan(scan.source(), scan.filter(), Optional.of(required)));
    }
    return node;
  }

  private void require(PlanNode node, Expression time, String step) {
    if (!(time instanceof ColumnReference column) || readers.get(node.id()) > 1) {
      return;
    }
    if (node.op() instanceof Scan scan && filters.test(scan)) {
      timed.put(node.id(), new Timed(column.name(), step));
    } else if (node.op() instanceof Filter) {
      require(node.input(), time, step);
    } else if (node.op() instanceof StaticJoin join) {
      join.columns().stream()
          .filter(c -> c.name().equals(column.name()))
          .map(NamedExpression::expression)
          .filter(c -> MatchParts.sides(c).equals(Set.of(join.streamSide())))
          .forEach(c -> require(node.input(), join.streamSide().local(c), step));
    } else if (node.op() instanceof Project project) {
      project.columns().stream()
          .filter(c -> c.name().equals(column.name()))
          .map(NamedExpression::expression)
          .forEach(c -> require(node.input(), c, step));
    }
  }
}
