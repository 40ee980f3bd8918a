package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Scope;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.JoinKind;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Side;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.spec.JoinType;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.StepSpec;

/** Joins of two streams: what must hold of partners, how long rows are kept, what comes out. */
final class JoinCompiler {
  private final OutputMode mode;
  private final Columns columns;
  private final StepExpressions expressions;
  private final Watermarks watermarks;
  private final Diagnostics found;

  JoinCompiler(
      OutputMode mode,
      Columns columns,
      StepExpressions expressions,
      Watermarks watermarks,
      Diagnostics found) {
    this.mode = mode;
    this.columns = columns;
    this.expressions = expressions;
    this.watermarks = watermarks;
    this.found = found;
  }

  /** The join; empty, and reported, if a part of it cannot be typed or no row could be final. */
  Optional<PlanNode> compile(StepSpec.Join step, PlanNode left, PlanNode right) {
    JoinKind kind = kind(step.type().value());
    checkMode(step, kind);
    boolean oneTime = hasOneTime(step, left) & hasOneTime(step, right);
    Optional<Expression> match =
        expressions.condition(
            step.match(), Scope.sides("left", left.schema(), "right", right.schema()));
    Optional<List<NamedExpression>> output = output(step, kind, left, right);
    if (match.isEmpty() || output.isEmpty() || !oneTime) {
      return Optional.empty();
    }
    MatchConditions conditions = MatchConditions.of(match.get(), left, right);
    if (conditions.keys().isEmpty()) {
      found.error(
          Code.TM417,
          step.match().span(),
          "nothing in `match` says that a value of `%s` equals one of `%s`"
              .formatted(step.left().value(), step.right().value()),
          "add `left.… = right.…`: rows are kept, and found again, by what must be equal");
      return Optional.empty();
    }
    checkFinality(step, kind, conditions, left, right);
    Join join = conditions.join(kind, output.get());
    return Optional.of(
        new PlanNode(
            "steps." + step.id().value(),
            join,
            List.of(left, right),
            new Schema(output.get().stream().map(NamedExpression::field).toList()),
            eventTimes(kind, output.get(), left, right),
            step.id().span()));
  }

  static JoinKind kind(JoinType type) {
    return switch (type) {
      case INNER -> JoinKind.INNER;
      case LEFT_OUTER -> JoinKind.LEFT_OUTER;
      case RIGHT_OUTER -> JoinKind.RIGHT_OUTER;
      case FULL_OUTER -> JoinKind.FULL_OUTER;
      case LEFT_SEMI -> JoinKind.LEFT_SEMI;
      case LEFT_ANTI -> JoinKind.LEFT_ANTI;
    };
  }

  private void checkMode(StepSpec.Join step, JoinKind kind) {
    if (mode == OutputMode.COMPLETE || mode == OutputMode.UPDATE && kind != JoinKind.INNER) {
      found.error(
          Code.TM413,
          step.type().span(),
          "`%s` joins two streams as `%s`, which is not allowed in %s mode"
              .formatted(step.id().value(), kind.word(), mode.word()),
          "set `output_mode: append`");
    }
  }

  private boolean hasOneTime(StepSpec.Join step, PlanNode input) {
    if (input.eventTimes().size() > 1) {
      EventTimes.reportMany(input, step.id().value(), step.operator(), found);
      return false;
    }
    return true;
  }

  /** Rows that may stand alone are final only if the watermark says that no partner comes. */
  private void checkFinality(
      StepSpec.Join step,
      JoinKind kind,
      MatchConditions conditions,
      PlanNode left,
      PlanNode right) {
    if (kind == JoinKind.INNER || watermarks.isUnknown(left) || watermarks.isUnknown(right)) {
      return;
    }
    boolean byLeft = kind != JoinKind.RIGHT_OUTER && conditions.mayClose(Side.LEFT);
    boolean byRight =
        (kind == JoinKind.RIGHT_OUTER || kind == JoinKind.FULL_OUTER)
            && conditions.mayClose(Side.RIGHT);
    if (byLeft || byRight) {
      return;
    }
    boolean leftWaits = kind != JoinKind.RIGHT_OUTER && right.eventTimes().isEmpty();
    boolean rightWaits =
        (kind == JoinKind.RIGHT_OUTER || kind == JoinKind.FULL_OUTER)
            && left.eventTimes().isEmpty();
    if (leftWaits || rightWaits) {
      found.error(
          Code.TM412,
          step.type().span(),
          "`%s` (%s) needs a watermark on both sides, or it could never tell that a row has no partner"
              .formatted(step.id().value(), kind.word()),
          "add a watermark to `" + (leftWaits ? step.right() : step.left()).value() + "`");
      return;
    }
    found.error(
        Code.TM414,
        step.match().span(),
        "nothing in `match` bounds how far apart in time two partners can be",
        "add `right.… >= left.… AND right.… <= left.… + INTERVAL …` over the event-time columns");
  }

  private Optional<List<NamedExpression>> output(
      StepSpec.Join step, JoinKind kind, PlanNode left, PlanNode right) {
    return step.select().isPresent()
        ? selected(step.select().get(), kind, left, right)
        : all(step, kind, left, right);
  }

  private Optional<List<NamedExpression>> selected(
      List<NamedText> texts, JoinKind kind, PlanNode left, PlanNode right) {
    Scope scope =
        Scope.sides(
            "left",
            schema(kind, Side.LEFT, left),
            "right",
            kind.pairs() ? schema(kind, Side.RIGHT, right) : new Schema(List.of()));
    List<NamedExpression> computed = new ArrayList<>();
    for (NamedText text : texts) {
      expressions
          .value(text.expression(), scope)
          .ifPresent(v -> computed.add(new NamedExpression(text.name().value(), v)));
    }
    boolean unique = columns.areUnique(texts.stream().map(NamedText::name).toList());
    return unique && computed.size() == texts.size() ? Optional.of(computed) : Optional.empty();
  }

  private Optional<List<NamedExpression>> all(
      StepSpec.Join step, JoinKind kind, PlanNode left, PlanNode right) {
    List<NamedExpression> all = new ArrayList<>();
    schema(kind, Side.LEFT, left).fields().forEach(f -> all.add(reference(Side.LEFT, f)));
    if (kind.pairs()) {
      schema(kind, Side.RIGHT, right).fields().forEach(f -> all.add(reference(Side.RIGHT, f)));
    }
    Set<String> names = new HashSet<>();
    List<String> twice =
        all.stream().map(NamedExpression::name).filter(n -> !names.add(n)).toList();
    if (twice.isEmpty()) {
      return Optional.of(all);
    }
    found.error(
        Code.TM206,
        step.operator(),
        "both sides have a column `" + String.join("`, `", twice) + "`",
        "add `select: {…}` with a name for each column, as in `right_id: right.id`");
    return Optional.empty();
  }

  private static NamedExpression reference(Side side, Field field) {
    return new NamedExpression(
        field.name(),
        new ColumnReference(side.qualified(field.name()), field.type(), field.nullable()));
  }

  /** The side's columns as the output sees them: null where a row of the other side is alone. */
  private static Schema schema(JoinKind kind, Side side, PlanNode input) {
    if (!kind.padsWithNulls(side)) {
      return input.schema();
    }
    return new Schema(
        input.schema().fields().stream().map(f -> new Field(f.name(), f.type(), true)).toList());
  }

  private static List<EventTime> eventTimes(
      JoinKind kind, List<NamedExpression> output, PlanNode left, PlanNode right) {
    List<EventTime> times = new ArrayList<>(eventTimes(Side.LEFT, output, left));
    if (kind.pairs()) {
      times.addAll(eventTimes(Side.RIGHT, output, right));
    }
    return times;
  }

  /** The first of an input's event times that is a column of the output. */
  static List<EventTime> eventTimes(Side side, List<NamedExpression> output, PlanNode input) {
    for (EventTime time : input.eventTimes()) {
      String name = side.qualified(input.schema().field(time.column()).name());
      for (int i = 0; i < output.size(); i++) {
        if (output.get(i).expression() instanceof ColumnReference column
            && column.name().equals(name)) {
          return List.of(time.at(i));
        }
      }
    }
    return List.of();
  }
}
