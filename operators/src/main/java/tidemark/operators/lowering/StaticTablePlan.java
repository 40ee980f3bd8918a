package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.failing.FailedRows;
import tidemark.operators.plan.Asking;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.LogicalOp.StaticJoin;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.table.AskedKeys;
import tidemark.operators.table.IndexKey;
import tidemark.operators.table.StaticTable;
import tidemark.operators.table.TableIndexBuilder;
import tidemark.operators.table.TableShare;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * What is kept in memory of a static source: the columns that its joins read, and the keys and
 * conditions that are not columns themselves, computed once. A condition of the only join leaves
 * rows out; of one among several it becomes a column.
 */
public final class StaticTablePlan {
  private final Schema source;
  private final Optional<Expression> filter;
  private final Map<String, Expression> kept = new LinkedHashMap<>();

  private StaticTablePlan(Schema source, Optional<Expression> filter) {
    this.source = source;
    this.filter = filter;
  }

  /**
   * The plan for a static source.
   *
   * @param joins the nodes that read it
   * @param needed positions of the columns of a node that something reads
   */
  public static StaticTablePlan of(
      PlanNode scan, List<PlanNode> joins, Function<PlanNode, BitSet> needed) {
    Optional<Expression> only =
        joins.size() == 1 ? join(joins.get(0)).tableFilter() : Optional.empty();
    StaticTablePlan plan = new StaticTablePlan(scan.schema(), only);
    for (PlanNode node : joins) {
      plan.keep(node, needed.apply(node));
    }
    return plan;
  }

  private void keep(PlanNode node, BitSet needed) {
    StaticJoin join = join(node);
    for (Field field : source.fields()) {
      if (read(join, needed).contains(join.tableSide().qualified(field.name()))) {
        kept.put(field.name(), reference(field));
      }
    }
    for (JoinKey key : join.keys()) {
      Expression value = key.of(join.tableSide());
      kept.put(name(value), value);
    }
    if (filter.isEmpty()) {
      join.tableFilter().ifPresent(f -> kept.put(name(f), f));
    }
  }

  /** The pair's columns that the join reads for those of its output that are needed. */
  static Set<String> read(StaticJoin join, BitSet needed) {
    Set<String> names = new LinkedHashSet<>();
    join.rest().ifPresent(r -> names.addAll(Expressions.columns(r)));
    needed.stream()
        .mapToObj(i -> join.columns().get(i).expression())
        .forEach(e -> names.addAll(Expressions.columns(e)));
    return names;
  }

  /** What is kept of each row. */
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    kept.forEach((name, e) -> fields.add(new NamedExpression(name, e).field()));
    return new Schema(fields);
  }

  /**
   * A place for the rows that one thread reads.
   *
   * @param failed tells the row on which a key or condition fails
   */
  public TableShare share(EvaluationContext evaluation, FailedRows failed) {
    StepBinding binding = new StepBinding(evaluation, failed).stopping();
    return new TableShare(
        schema(),
        kept.values().stream().map(e -> binding.value(e, source)).toList(),
        filter.map(f -> binding.filter(f, source)));
  }

  /** Begins the index by which a join finds rows. */
  public TableIndexBuilder index(PlanNode node, StaticTable table) {
    StaticJoin join = join(node);
    List<IndexKey> keys = new ArrayList<>();
    for (JoinKey key : join.keys()) {
      keys.add(new IndexKey(position(key.of(join.tableSide())), key.nullsMatch()));
    }
    OptionalInt condition =
        filter.isEmpty() && join.tableFilter().isPresent()
            ? OptionalInt.of(position(join.tableFilter().get()))
            : OptionalInt.empty();
    return new TableIndexBuilder(table, keys, condition);
  }

  /** The columns by which a lookup asks the source, each with the type of what it asks for. */
  public static Schema asked(PlanNode node) {
    StaticJoin join = join(node);
    List<Field> fields = new ArrayList<>();
    for (int key : join.asking().orElseThrow().keys()) {
      Expression value = join.keys().get(key).of(join.tableSide());
      fields.add(Field.notNull(Asking.column(value).orElseThrow().name(), value.type()));
    }
    return new Schema(fields);
  }

  /**
   * A place for the keys of one thread's rows, by which a lookup asks the source.
   *
   * @param failed tells the row on which a key fails
   */
  public AskedKeys askedKeys(PlanNode node, EvaluationContext evaluation, FailedRows failed) {
    StaticJoin join = join(node);
    StepBinding binding = new StepBinding(evaluation, failed);
    List<Evaluator> values = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int key : join.asking().orElseThrow().keys()) {
      Expression value = join.keys().get(key).of(join.streamSide());
      values.add(binding.value(value, node.input().schema()));
      positions.add(position(join.keys().get(key).of(join.tableSide())));
    }
    return new AskedKeys(asked(node), values, positions);
  }

  private int position(Expression expression) {
    return schema().find(name(expression)).orElseThrow();
  }

  /** A column's own name, or a text that is no column's name. */
  private static String name(Expression expression) {
    return expression instanceof ColumnReference column
        ? column.name()
        : "$" + expression.canonical() + ": " + expression.type().ddl();
  }

  private static ColumnReference reference(Field field) {
    return new ColumnReference(field.name(), field.type(), field.nullable());
  }

  private static StaticJoin join(PlanNode node) {
    return (StaticJoin) node.op();
  }
}
