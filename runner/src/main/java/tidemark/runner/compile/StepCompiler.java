package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Side;
import tidemark.operators.plan.SortKey;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.StructType;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;

/** Makes a step's node over the nodes of its inputs. */
final class StepCompiler {
  private final Columns columns;
  private final UnknownColumns unknown;
  private final StepExpressions expressions;
  private final Watermarks watermarks;
  private final Projections projections;
  private final UnionCompiler unions;
  private final AggregateCompiler aggregates;
  private final StatefulCompiler keyed;
  private final JoinCompiler joins;
  private final StaticJoinCompiler staticJoins;
  private final DeduplicateCompiler deduplicates;
  private final Diagnostics found;

  StepCompiler(
      OutputMode mode,
      Columns columns,
      UnknownColumns unknown,
      StepExpressions expressions,
      Watermarks watermarks,
      Askings askings,
      Diagnostics found) {
    this.columns = columns;
    this.unknown = unknown;
    this.expressions = expressions;
    this.watermarks = watermarks;
    this.projections = new Projections(columns, unknown, expressions, found);
    this.unions = new UnionCompiler(found);
    this.aggregates = new AggregateCompiler(columns, unknown, expressions, watermarks, found);
    this.keyed = new StatefulCompiler(columns, expressions, watermarks, found);
    this.joins = new JoinCompiler(mode, columns, expressions, watermarks, found);
    this.staticJoins = new StaticJoinCompiler(columns, expressions, askings, found);
    this.deduplicates = new DeduplicateCompiler(columns, watermarks, found);
    this.found = found;
  }

  /** The unions whose rows have no event time although an input's rows have one. */
  Map<String, PlanFacts.LostEventTime> lostEventTimes() {
    return unions.lostEventTimes();
  }

  /**
   * The step's node; empty if it, or an input, has an error.
   *
   * @param nodes what the sources and steps above yield, by id
   * @param tables ids of static sources
   */
  Optional<PlanNode> compile(StepSpec step, Map<String, PlanNode> nodes, Set<String> tables) {
    if (step instanceof StepSpec.Lookup lookup) {
      return lookup(lookup, nodes, tables);
    }
    if (step instanceof StepSpec.Join join && readsTable(join, tables)) {
      return joinWithTable(join, nodes, tables);
    }
    if (!readsStreamsOnly(step, tables)) {
      return Optional.empty();
    }
    List<PlanNode> inputs = new ArrayList<>();
    step.inputs().forEach(i -> Optional.ofNullable(nodes.get(i.value())).ifPresent(inputs::add));
    if (inputs.size() < step.inputs().size() || inputs.isEmpty()) {
      return Optional.empty();
    }
    if (inputs.size() == 1 && unknown.isPartial(inputs.get(0))) {
      return overPartialInput(step, inputs.get(0));
    }
    if (inputs.stream().anyMatch(unknown::isPartial)) {
      return Optional.empty();
    }
    if (step instanceof StepSpec.Union union) {
      return unions.compile(union, inputs);
    }
    if (step instanceof StepSpec.Join join) {
      return joins.compile(join, inputs.get(0), inputs.get(1));
    }
    return overOneInput(step, inputs.get(0));
  }

  private static boolean readsTable(StepSpec.Join join, Set<String> tables) {
    return join.inputs().stream().anyMatch(i -> tables.contains(i.value()));
  }

  private Optional<PlanNode> joinWithTable(
      StepSpec.Join join, Map<String, PlanNode> nodes, Set<String> tables) {
    if (tables.contains(join.left().value()) && tables.contains(join.right().value())) {
      found.error(
          Code.TM210,
          join.operator(),
          "both sides of `" + join.id().value() + "` are static sources, so nothing starts a batch",
          "join a stream with a static source; two tables are best joined before the pipeline");
      return Optional.empty();
    }
    Side stream = tables.contains(join.left().value()) ? Side.RIGHT : Side.LEFT;
    PlanNode left = nodes.get(join.left().value());
    PlanNode right = nodes.get(join.right().value());
    if (left == null || right == null || unknown.isPartial(left) || unknown.isPartial(right)) {
      return Optional.empty();
    }
    return stream == Side.LEFT
        ? staticJoins.join(join, left, right, stream)
        : staticJoins.join(join, right, left, stream);
  }

  private Optional<PlanNode> lookup(
      StepSpec.Lookup step, Map<String, PlanNode> nodes, Set<String> tables) {
    boolean streams = isStream(step, step.from(), tables);
    PlanNode input = nodes.get(step.from().value());
    PlanNode table = nodes.get(step.source().value());
    if (table != null && !tables.contains(step.source().value())) {
      found.error(
          Code.TM213,
          step.source().span(),
          "`"
              + step.source().value()
              + "` is not a static source, so nothing can be looked up in it",
          "add `static: true` to the source, or use a `join` of two streams");
      return Optional.empty();
    }
    return streams && input != null && table != null && !unknown.isPartial(input)
        ? staticJoins.lookup(step, input, table)
        : Optional.empty();
  }

  private boolean readsStreamsOnly(StepSpec step, Set<String> tables) {
    return step.inputs().stream().allMatch(input -> isStream(step, input, tables));
  }

  private boolean isStream(StepSpec step, Placed<String> input, Set<String> tables) {
    if (tables.contains(input.value())) {
      found.error(
          Code.TM210,
          input.span(),
          "`"
              + step.id().value()
              + "` cannot read `"
              + input.value()
              + "`, which is a static source",
          "remove `static: true`, or use it in a `lookup` or `join`");
      return false;
    }
    return true;
  }

  /** Steps whose own mistakes can be told from those above. */
  private Optional<PlanNode> overPartialInput(StepSpec step, PlanNode input) {
    boolean checked =
        step instanceof StepSpec.Filter
            || step instanceof StepSpec.Select
            || step instanceof StepSpec.With
            || step instanceof StepSpec.Drop
            || step instanceof StepSpec.Rename
            || step instanceof StepSpec.Limit
            || step instanceof StepSpec.Aggregate;
    if (!checked) {
      return Optional.empty();
    }
    boolean anew = step instanceof StepSpec.Select || step instanceof StepSpec.Aggregate;
    return overOneInput(step, input)
        .map(node -> unknown.partial(node, anew ? Set.of() : unknown.of(input)));
  }

  private Optional<PlanNode> overOneInput(StepSpec step, PlanNode input) {
    if (step instanceof StepSpec.Filter filter) {
      return filter(filter, input);
    } else if (step instanceof StepSpec.Select select) {
      return projections.select(select, input);
    } else if (step instanceof StepSpec.With with) {
      return projections.with(with, input);
    } else if (step instanceof StepSpec.Drop drop) {
      return projections.drop(drop, input);
    } else if (step instanceof StepSpec.Rename rename) {
      return projections.rename(rename, input);
    } else if (step instanceof StepSpec.Explode explode) {
      return explode(explode, input);
    } else if (step instanceof StepSpec.Watermark w) {
      return Optional.of(watermarks.over(input, id(step), w.watermark(), step.id().span()));
    } else if (step instanceof StepSpec.Aggregate aggregate) {
      return aggregates.compile(aggregate, input);
    } else if (step instanceof StepSpec.Limit limit) {
      return Optional.of(same(step, new LogicalOp.Limit(limit.rows().value()), input));
    } else if (step instanceof StepSpec.Sort sort) {
      return sort(sort, input);
    } else if (step instanceof StepSpec.Deduplicate deduplicate) {
      return deduplicates.compile(deduplicate, input);
    }
    return keyed.compile((StepSpec.Stateful) step, input);
  }

  private Optional<PlanNode> filter(StepSpec.Filter step, PlanNode input) {
    Optional<Expression> condition = expressions.condition(step.condition(), input);
    PlanNode node = same(step, new LogicalOp.Filter(condition.orElse(Literal.TRUE)), input);
    return Optional.of(condition.isPresent() ? node : unknown.partial(node, Set.of()));
  }

  private Optional<PlanNode> explode(StepSpec.Explode step, PlanNode input) {
    Optional<ColumnReference> column = columns.find(input, step.column());
    if (column.isEmpty()) {
      return Optional.empty();
    }
    Optional<DataType> element = element(column.get().type());
    if (element.isEmpty()) {
      found.error(
          Code.TM305,
          step.column().span(),
          "`"
              + column.get().name()
              + "` is "
              + column.get().type().ddl()
              + ", but only an array or a map can be exploded",
          "name a column of type array or map");
      return Optional.empty();
    }
    int position = Columns.position(input, column.get());
    List<Field> fields = new ArrayList<>(input.schema().fields());
    fields.remove(position);
    if (fields.stream().anyMatch(f -> f.name().equals(step.as().value()))) {
      found.error(
          Code.TM206,
          step.as().span(),
          "two columns would be named `" + step.as().value() + "`",
          "choose another name for the elements");
      return Optional.empty();
    }
    fields.add(Field.of(step.as().value(), element.get()));
    Schema schema = new Schema(fields);
    return Optional.of(
        new PlanNode(
            id(step),
            new LogicalOp.Explode(position, step.as().value(), step.outer().value()),
            List.of(input),
            schema,
            EventTimes.byName(input, schema),
            step.id().span()));
  }

  private static Optional<DataType> element(DataType type) {
    if (type instanceof ArrayType array) {
      return Optional.of(array.element());
    }
    if (type instanceof MapType map) {
      return Optional.of(
          new StructType(List.of(Field.notNull("key", map.key()), Field.of("value", map.value()))));
    }
    return Optional.empty();
  }

  private Optional<PlanNode> sort(StepSpec.Sort step, PlanNode input) {
    List<SortKey> keys = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (StepSpec.SortText text : step.keys()) {
      Optional<ColumnReference> column = columns.find(input, text.column());
      if (column.isEmpty()) {
        continue;
      }
      if (column.get().type() instanceof MapType) {
        found.error(
            Code.TM305,
            text.column().span(),
            "`"
                + column.get().name()
                + "` is "
                + column.get().type().ddl()
                + ", which has no order",
            "sort by another column");
        continue;
      }
      int position = Columns.position(input, column.get());
      if (seen.add(position)) {
        keys.add(new SortKey(position, direction(text.order().value())));
      }
    }
    return seen.size() < step.keys().size() && keys.isEmpty()
        ? Optional.empty()
        : Optional.of(same(step, new LogicalOp.Sort(keys), input));
  }

  private static SortKey.Direction direction(StepSpec.SortOrder order) {
    return switch (order) {
      case ASC -> SortKey.Direction.ASCENDING;
      case DESC -> SortKey.Direction.DESCENDING;
    };
  }

  private static String id(StepSpec step) {
    return "steps." + step.id().value();
  }

  private static PlanNode same(StepSpec step, LogicalOp op, PlanNode input) {
    return new PlanNode(
        id(step), op, List.of(input), input.schema(), input.eventTimes(), step.id().span());
  }
}
