package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Literal;
import tidemark.operators.plan.LogicalOp.Explode;
import tidemark.operators.plan.LogicalOp.Filter;
import tidemark.operators.plan.LogicalOp.Project;
import tidemark.operators.plan.LogicalOp.Scan;
import tidemark.operators.plan.LogicalOp.StaticScan;
import tidemark.operators.plan.LogicalOp.Union;
import tidemark.operators.plan.LogicalOp.Watermark;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;

/**
 * Where rows of a node come from, with all that stateless steps do on the way written out.
 *
 * @param from a source's scan, or a step that keeps state or cannot be written out
 * @param columns the node's columns by name, over the columns of {@code from}
 * @param watermarks ids of the nodes on the way that follow event time
 * @param where what all rows of this origin satisfy, over the columns of {@code from}
 */
record Origin(
    PlanNode from,
    Map<String, Expression> columns,
    List<String> watermarks,
    List<Expression> where) {
  Origin {
    columns = Map.copyOf(columns);
    watermarks = List.copyOf(watermarks);
    where = List.copyOf(where);
  }

  /** The origins of a node's rows, in an order that does not depend on the pipeline file's. */
  static List<Origin> of(PlanNode node) {
    return unsorted(node).stream()
        .sorted(
            Comparator.comparing((Origin o) -> o.from().id())
                .thenComparing(o -> String.join(" AND ", o.conditions())))
        .toList();
  }

  private static List<Origin> unsorted(PlanNode node) {
    if (node.op() instanceof Union) {
      return node.inputs().stream().flatMap(i -> unsorted(i).stream()).toList();
    }
    if (node.op() instanceof Filter filter) {
      return above(node).map(o -> o.filtered(filter.condition())).toList();
    }
    if (node.op() instanceof Project project) {
      return above(node).map(o -> o.projected(project.columns())).toList();
    }
    if (node.op() instanceof Explode explode) {
      return above(node).map(o -> o.exploded(node, explode)).toList();
    }
    if (node.op() instanceof Watermark) {
      return above(node).map(o -> o.watched(node.id())).toList();
    }
    if (!node.inputs().isEmpty() && !node.op().isStateful()) {
      return above(node).map(o -> o.described(node)).toList();
    }
    Map<String, Expression> columns = new LinkedHashMap<>();
    for (Field field : node.schema().fields()) {
      columns.put(field.name(), new ColumnReference(field.name(), field.type(), field.nullable()));
    }
    List<Expression> where =
        node.op() instanceof Scan scan
            ? scan.filter().map(Expressions::conjuncts).orElse(List.of())
            : List.of();
    return List.of(new Origin(node, columns, List.of(), where));
  }

  private static java.util.stream.Stream<Origin> above(PlanNode node) {
    return unsorted(stream(node)).stream();
  }

  /** The input that brings rows batch by batch; a table beside it belongs to what the step does. */
  private static PlanNode stream(PlanNode node) {
    return node.inputs().stream().filter(i -> !isTable(i)).findFirst().orElse(node.inputs().get(0));
  }

  private static boolean isTable(PlanNode node) {
    return node.inputs().isEmpty()
        ? node.op() instanceof StaticScan
        : node.inputs().stream().allMatch(Origin::isTable);
  }

  /** An expression over the node's columns, over those of {@code from}. */
  Expression resolve(Expression expression) {
    return Expressions.substitute(expression, columns);
  }

  /** The conditions as sorted canonical texts, each once. */
  List<String> conditions() {
    return List.copyOf(new TreeSet<>(where.stream().map(StepInput::text).toList()));
  }

  private Origin filtered(Expression condition) {
    List<Expression> all = new ArrayList<>(where);
    Expressions.conjuncts(condition).forEach(c -> all.add(resolve(c)));
    return new Origin(from, columns, watermarks, all);
  }

  private Origin projected(List<NamedExpression> projection) {
    Map<String, Expression> resolved = new LinkedHashMap<>();
    projection.forEach(c -> resolved.put(c.name(), resolve(c.expression())));
    return new Origin(from, resolved, watermarks, where);
  }

  /** The element is written as a call over the array; that rows multiply, as a condition. */
  private Origin exploded(PlanNode node, Explode explode) {
    Field array = node.input().schema().field(explode.column());
    Field element = node.schema().field(node.schema().find(explode.as()).orElseThrow());
    Expression each =
        new Call(
            explode.outer() ? "explode_outer" : "explode",
            List.of(columns.get(array.name())),
            element.type(),
            element.nullable());
    Map<String, Expression> resolved = new LinkedHashMap<>(columns);
    resolved.remove(array.name());
    resolved.put(element.name(), each);
    List<Expression> all = new ArrayList<>(where);
    all.add(each);
    return new Origin(from, resolved, watermarks, all);
  }

  /**
   * A step without state that cannot be written out, such as a lookup: what it does stands among
   * the conditions, so that a change of it is a change of the rows; its own columns are named after
   * it.
   */
  private Origin described(PlanNode node) {
    Expression step = Literal.of(OperatorText.of(node).toString());
    Map<String, Expression> resolved = new LinkedHashMap<>();
    for (Field field : node.schema().fields()) {
      resolved.put(
          field.name(),
          columns.getOrDefault(
              field.name(),
              new Call(
                  "column",
                  List.of(Literal.of(node.id()), Literal.of(field.name())),
                  field.type(),
                  field.nullable())));
    }
    List<Expression> all = new ArrayList<>(where);
    all.add(step);
    return new Origin(from, resolved, watermarks, all);
  }

  private Origin watched(String watermark) {
    List<String> all = new ArrayList<>(watermarks);
    all.add(watermark);
    return new Origin(from, columns, all, where);
  }
}
