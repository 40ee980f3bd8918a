package tidemark.runner.compile;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.JoinInput;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.KeyedWork;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Deduplicate;
import tidemark.operators.plan.LogicalOp.Explode;
import tidemark.operators.plan.LogicalOp.Filter;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.Limit;
import tidemark.operators.plan.LogicalOp.Project;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.Sort;
import tidemark.operators.plan.LogicalOp.StaticJoin;
import tidemark.operators.plan.LogicalOp.StaticScan;
import tidemark.operators.plan.LogicalOp.TimeDomain;
import tidemark.operators.plan.LogicalOp.Union;
import tidemark.operators.plan.LogicalOp.Watermark;
import tidemark.operators.plan.LogicalOp.Write;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Side;
import tidemark.operators.types.Schema;

/** Which columns of each node's output something reads; a source decodes only those. */
public final class NeededColumns {
  private final Map<String, BitSet> needed = new HashMap<>();

  private final boolean keepsLateRows;
  private final Set<String> keepsFailedRows;

  private NeededColumns(boolean keepsLateRows, Set<String> keepsFailedRows) {
    this.keepsLateRows = keepsLateRows;
    this.keepsFailedRows = keepsFailedRows;
  }

  /**
   * The needs of a whole plan.
   *
   * @param keepsLateRows whether rows that come too late for a step are written somewhere, whole
   * @param keepsFailedRows ids of the nodes that fail on rows which are written somewhere, whole
   */
  public static NeededColumns of(
      LogicalPlan plan, boolean keepsLateRows, Set<String> keepsFailedRows) {
    NeededColumns result = new NeededColumns(keepsLateRows, keepsFailedRows);
    List<PlanNode> nodes = plan.nodes();
    for (int i = nodes.size() - 1; i >= 0; i--) {
      result.visit(nodes.get(i));
    }
    return result;
  }

  /** Positions in the node's schema, a copy; empty if nothing reads a column of it. */
  public BitSet of(PlanNode node) {
    BitSet found = needed.get(node.id());
    return found == null ? new BitSet() : (BitSet) found.clone();
  }

  private void visit(PlanNode node) {
    LogicalOp op = node.op();
    BitSet out = needed.computeIfAbsent(node.id(), k -> new BitSet());
    if (op instanceof Scan scan) {
      scan.filter().ifPresent(f -> read(out, node.schema(), f));
      scan.timed().ifPresent(t -> out.set(node.schema().find(t.column()).orElseThrow()));
    } else if (op instanceof Join join) {
      visitJoin(node, join);
    } else if (op instanceof StaticJoin join) {
      visitStaticJoin(node, join, out);
    } else if (op instanceof Union) {
      node.inputs().forEach(i -> of(i.id()).or(out));
    } else if (!(op instanceof StaticScan)) {
      visitOneInput(node, op, out);
    }
    if (keepsLateRows && op.leavesLateRows() || keepsFailedRows.contains(node.id())) {
      node.inputs().stream()
          .filter(i -> !(i.op() instanceof StaticScan))
          .forEach(i -> of(i.id()).set(0, i.schema().size()));
    }
  }

  /** What a join keeps does not depend on what is read behind it, as its state does not. */
  private void visitJoin(PlanNode node, Join join) {
    for (Side side : Side.values()) {
      PlanNode input = node.inputs().get(side.ordinal());
      JoinInput rows = join.input(side);
      BitSet in = of(input.id());
      join.keys().forEach(k -> read(in, input.schema(), k.of(side)));
      rows.condition().ifPresent(c -> read(in, input.schema(), c));
      rows.kept().forEach(in::set);
      rows.time().ifPresent(in::set);
      rows.lateness().ifPresent(in::set);
    }
  }

  private void visitOneInput(PlanNode node, LogicalOp op, BitSet out) {
    BitSet in = of(node.input().id());
    Schema schema = node.input().schema();
    if (op instanceof Filter filter) {
      in.or(out);
      read(in, schema, filter.condition());
    } else if (op instanceof Project project) {
      out.stream().forEach(i -> read(in, schema, project.columns().get(i).expression()));
    } else if (op instanceof Watermark watermark) {
      in.or(out);
      in.set(schema.find(watermark.spec().column()).orElseThrow());
    } else if (op instanceof Explode explode) {
      in.set(explode.column());
      out.stream()
          .filter(i -> i < node.schema().size() - 1)
          .forEach(i -> in.set(i < explode.column() ? i : i + 1));
    } else if (op instanceof Aggregate aggregate) {
      visitAggregate(aggregate, in, schema);
    } else if (op instanceof Keyed keyed) {
      visitKeyed(keyed, node.input(), in);
    } else if (op instanceof Deduplicate deduplicate) {
      in.or(out);
      deduplicate.keys().forEach(in::set);
      node.input().eventTime().map(EventTime::column).ifPresent(in::set);
    } else if (op instanceof Sort sort) {
      in.or(out);
      sort.keys().forEach(k -> in.set(k.column()));
    } else if (op instanceof Limit) {
      in.or(out);
    } else if (op instanceof Write) {
      in.set(0, schema.size());
    } else {
      throw new AssertionError(op);
    }
  }

  private void visitStaticJoin(PlanNode node, StaticJoin join, BitSet out) {
    Schema stream = node.inputs().get(0).schema();
    Schema table = node.inputs().get(1).schema();
    BitSet ofStream = of(node.inputs().get(0).id());
    BitSet ofTable = of(node.inputs().get(1).id());
    join.keys().forEach(k -> read(ofStream, stream, k.of(join.streamSide())));
    join.keys().forEach(k -> read(ofTable, table, k.of(join.tableSide())));
    join.tableFilter().ifPresent(f -> read(ofTable, table, f));
    BitSet ofPair = new BitSet();
    Schema pair = join.pair(stream, table);
    join.rest().ifPresent(r -> read(ofPair, pair, r));
    out.stream().forEach(i -> read(ofPair, pair, join.columns().get(i).expression()));
    int left = join.streamSide() == Side.LEFT ? stream.size() : table.size();
    ofPair.stream()
        .forEach(
            i -> {
              boolean ofLeft = i < left;
              boolean isStream = ofLeft == (join.streamSide() == Side.LEFT);
              (isStream ? ofStream : ofTable).set(ofLeft ? i : i - left);
            });
  }

  private static void visitAggregate(Aggregate aggregate, BitSet in, Schema schema) {
    aggregate.time().ifPresent(t -> read(in, schema, t));
    aggregate.keys().forEach(k -> read(in, schema, k.expression()));
    aggregate
        .calls()
        .forEach(
            call -> {
              call.arguments().forEach(a -> read(in, schema, a));
              Optional<Expression> filter = call.filter();
              filter.ifPresent(f -> read(in, schema, f));
            });
  }

  private static void visitKeyed(Keyed keyed, PlanNode input, BitSet in) {
    keyed.keys().forEach(k -> read(in, input.schema(), k.expression()));
    if (keyed.domain() == TimeDomain.EVENT_TIME) {
      in.set(input.eventTime().orElseThrow().column());
    }
    if (keyed.work() instanceof KeyedWork.Processor) {
      in.set(0, input.schema().size());
    }
    for (KeyedRule rule : keyed.rules()) {
      for (Expression expression : rule.expressions()) {
        Expressions.columns(expression).stream()
            .map(name -> input.schema().find(name))
            .forEach(column -> column.ifPresent(in::set));
      }
    }
  }

  private BitSet of(String id) {
    return needed.computeIfAbsent(id, k -> new BitSet());
  }

  private static void read(BitSet columns, Schema schema, Expression expression) {
    for (String name : Expressions.columns(expression)) {
      columns.set(schema.find(name).orElseThrow());
    }
  }
}
