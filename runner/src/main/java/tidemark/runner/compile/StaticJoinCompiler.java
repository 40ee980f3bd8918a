package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Scope;
import tidemark.operators.plan.Asking;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalOp.StaticJoin;
import tidemark.operators.plan.LogicalOp.StaticJoin.Kind;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Side;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.spec.ExpressionText;
import tidemark.runner.spec.JoinType;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;

/**
 * Joins of a stream with a static source, and lookups. What `match` says of one side alone acts on
 * that side, before the join, where that changes no result: that is where Spark has it act, so the
 * same rows count as input and move watermarks.
 */
final class StaticJoinCompiler {
  private final Columns columns;
  private final StepExpressions expressions;
  private final Askings askings;
  private final Diagnostics found;

  StaticJoinCompiler(
      Columns columns, StepExpressions expressions, Askings askings, Diagnostics found) {
    this.columns = columns;
    this.expressions = expressions;
    this.askings = askings;
    this.found = found;
  }

  /** A join of which one side is a static source; its type is checked (TM210). */
  Optional<PlanNode> join(StepSpec.Join step, PlanNode stream, PlanNode table, Side streamSide) {
    Placed<JoinType> type = step.type();
    if (keepsTable(type.value(), streamSide)) {
      found.error(
          Code.TM210,
          type.span(),
          "a "
              + type.value().word()
              + " join would keep rows of the static source `"
              + (streamSide == Side.LEFT ? step.right() : step.left()).value()
              + "`, for which a stream never knows that no partner comes",
          "keep the rows of the stream's side, or use `inner`");
      return Optional.empty();
    }
    Sides sides = new Sides(stream, table, streamSide, kind(type.value()));
    return compile(step, step.match(), step.select(), sides);
  }

  /** A lookup: a join whose right side is the static source. */
  Optional<PlanNode> lookup(StepSpec.Lookup step, PlanNode stream, PlanNode table) {
    Sides sides = new Sides(stream, table, Side.LEFT, kind(step.type().value()));
    return compile(step, step.match(), step.select(), sides);
  }

  private static boolean keepsTable(JoinType type, Side streamSide) {
    return switch (type) {
      case INNER -> false;
      case FULL_OUTER -> true;
      case LEFT_OUTER, LEFT_SEMI, LEFT_ANTI -> streamSide == Side.RIGHT;
      case RIGHT_OUTER -> streamSide == Side.LEFT;
    };
  }

  private static Kind kind(JoinType type) {
    return switch (type) {
      case INNER -> Kind.INNER;
      case LEFT_OUTER, RIGHT_OUTER -> Kind.OUTER;
      case LEFT_SEMI -> Kind.SEMI;
      case LEFT_ANTI -> Kind.ANTI;
      case FULL_OUTER -> throw new AssertionError(type);
    };
  }

  /** What is joined and how. */
  private record Sides(PlanNode stream, PlanNode table, Side streamSide, Kind kind) {
    Side tableSide() {
      return streamSide == Side.LEFT ? Side.RIGHT : Side.LEFT;
    }

    /** The columns that `match` sees. */
    Scope beforehand() {
      return scope(table.schema());
    }

    /** The columns that the output is computed from. */
    Scope afterwards() {
      return switch (kind) {
        case INNER -> beforehand();
        case OUTER ->
            scope(
                new Schema(
                    table.schema().fields().stream()
                        .map(f -> new Field(f.name(), f.type(), true))
                        .toList()));
        case SEMI, ANTI -> scope(new Schema(List.of()));
      };
    }

    private Scope scope(Schema tableSchema) {
      Schema left = streamSide == Side.LEFT ? stream.schema() : tableSchema;
      Schema right = streamSide == Side.LEFT ? tableSchema : stream.schema();
      return Scope.sides(Side.LEFT.word(), left, Side.RIGHT.word(), right);
    }

    /** True if only pairs, or rows with a partner, come out. */
    boolean needsPartner() {
      return kind == Kind.INNER || kind == Kind.SEMI;
    }
  }

  private Optional<PlanNode> compile(
      StepSpec step, ExpressionText match, Optional<List<NamedText>> select, Sides sides) {
    Optional<Expression> condition = expressions.condition(match, sides.beforehand());
    Optional<List<NamedExpression>> output =
        select.isPresent() ? selected(select.get(), sides) : allColumns(step, sides);
    if (condition.isEmpty() || output.isEmpty()) {
      return Optional.empty();
    }
    MatchParts parts = MatchParts.of(condition.get());
    Optional<Asking> asking =
        step instanceof StepSpec.Lookup lookup
            ? askings.of(lookup, parts.keys(), sides.tableSide())
            : Optional.empty();
    return Optional.of(node(step, parts, output.get(), sides, asking));
  }

  private Optional<List<NamedExpression>> selected(List<NamedText> texts, Sides sides) {
    List<NamedExpression> computed = new ArrayList<>();
    for (NamedText text : texts) {
      expressions
          .value(text.expression(), sides.afterwards())
          .ifPresent(v -> computed.add(new NamedExpression(text.name().value(), v)));
    }
    boolean unique = columns.areUnique(texts.stream().map(NamedText::name).toList());
    return unique && computed.size() == texts.size() ? Optional.of(computed) : Optional.empty();
  }

  private Optional<List<NamedExpression>> allColumns(StepSpec step, Sides sides) {
    List<NamedExpression> all = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Field field : sides.afterwards().schema().fields()) {
      String name = field.name().substring(field.name().indexOf('.') + 1);
      if (!names.add(name)) {
        found.error(
            Code.TM206,
            step.operator(),
            "both sides of `" + step.id().value() + "` have a column `" + name + "`",
            "write `select:` with the columns that are to come out, or rename one of the two");
        return Optional.empty();
      }
      all.add(
          new NamedExpression(
              name, new ColumnReference(field.name(), field.type(), field.nullable())));
    }
    return Optional.of(all);
  }

  private static PlanNode node(
      StepSpec step,
      MatchParts parts,
      List<NamedExpression> output,
      Sides sides,
      Optional<Asking> asking) {
    Side streamSide = sides.streamSide();
    Side tableSide = sides.tableSide();
    List<Expression> onStream = new ArrayList<>(parts.only(streamSide));
    List<Expression> onTable = new ArrayList<>(parts.only(tableSide));
    onTable.addAll(inferred(parts, streamSide));
    List<Expression> rest = new ArrayList<>(parts.rest());
    PlanNode stream = sides.stream();
    if (sides.needsPartner()) {
      onStream.addAll(inferred(parts, tableSide));
      onStream.addAll(nullTests(parts, streamSide));
      stream = filtered(step, stream, onStream);
    } else {
      onStream.forEach(e -> rest.add(streamSide.qualified(e)));
    }
    StaticJoin join =
        new StaticJoin(
            sides.kind(),
            streamSide,
            parts.keys(),
            Conjunction.of(onTable.stream().distinct().toList()),
            Conjunction.of(rest),
            output,
            asking);
    return new PlanNode(
        "steps." + step.id().value(),
        join,
        List.of(stream, sides.table()),
        new Schema(output.stream().map(NamedExpression::field).toList()),
        JoinCompiler.eventTimes(streamSide, output, stream),
        step.id().span());
  }

  /** The stream's rows that can have a partner. */
  private static PlanNode filtered(StepSpec step, PlanNode stream, List<Expression> conditions) {
    return Conjunction.of(conditions.stream().distinct().toList())
        .map(
            condition ->
                new PlanNode(
                    "steps." + step.id().value() + ".partners",
                    new LogicalOp.Filter(condition),
                    List.of(stream),
                    stream.schema(),
                    stream.eventTimes(),
                    step.id().span()))
        .orElse(stream);
  }

  /** What holds for the other side because it holds for a column that must equal one of its own. */
  private static List<Expression> inferred(MatchParts parts, Side from) {
    Side to = from == Side.LEFT ? Side.RIGHT : Side.LEFT;
    Map<String, Expression> equal = new HashMap<>();
    for (JoinKey key : parts.keys()) {
      if (key.of(from) instanceof ColumnReference column
          && key.of(to) instanceof ColumnReference other) {
        equal.put(column.name(), other);
      }
    }
    return parts.only(from).stream()
        .filter(e -> equal.keySet().containsAll(Expressions.columns(e)))
        .map(e -> Expressions.substitute(e, equal))
        .toList();
  }

  /** The stream's columns that must not be null in a row that has a partner. */
  private static List<Expression> nullTests(MatchParts parts, Side side) {
    List<Expression> tests = new ArrayList<>();
    for (JoinKey key : parts.keys()) {
      if (!key.nullsMatch()) {
        tests.addAll(NullRejection.tests(key.of(side)));
      }
    }
    for (Expression condition : parts.rest()) {
      for (Expression test : NullRejection.tests(condition)) {
        if (MatchParts.sides(test).equals(Set.of(side))) {
          tests.add(side.local(test));
        }
      }
    }
    return tests;
  }
}
