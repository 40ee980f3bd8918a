package tidemark.runner.compile;

import java.util.Optional;
import java.util.Set;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Scope;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.JoinType;
import tidemark.runner.spec.StepSpec;

/**
 * Steps of the language that this version cannot run. Each is refused as such (TM312), and for what
 * would be wrong with it in any version.
 */
final class UnsupportedSteps {
  private static final Set<String> ORDERINGS = Set.of("<", "<=", ">", ">=");

  private final OutputMode mode;
  private final Columns columns;
  private final StepExpressions expressions;
  private final Diagnostics found;

  UnsupportedSteps(
      OutputMode mode, Columns columns, StepExpressions expressions, Diagnostics found) {
    this.mode = mode;
    this.columns = columns;
    this.expressions = expressions;
    this.found = found;
  }

  /** A deduplication; its rows are the input's, so that what follows is still checked. */
  Optional<PlanNode> deduplicate(StepSpec.Deduplicate step, PlanNode input) {
    step.by().forEach(name -> columns.find(input, name));
    if (!(step.within() instanceof StepSpec.Within.Unbounded) && input.eventTime().isEmpty()) {
      found.error(
          Code.TM412,
          step.operator(),
          "`"
              + step.id().value()
              + "` forgets its keys by the watermark, but `"
              + step.from().value()
              + "` has none",
          "add `watermark: {column: …, delay: …}` to the source");
    }
    refuse(step, "deduplicate");
    return Optional.of(input);
  }

  /** A join of two streams. */
  void join(StepSpec.Join step, PlanNode left, PlanNode right) {
    Optional<Expression> match =
        expressions.condition(
            step.match(), Scope.sides("left", left.schema(), "right", right.schema()));
    JoinType type = step.type().value();
    if (type != JoinType.INNER) {
      checkMode(step, type);
      match.ifPresent(m -> checkBound(step, left, right, m));
    } else if (mode == OutputMode.COMPLETE) {
      checkMode(step, type);
    }
    refuse(step, "join");
  }

  private void checkMode(StepSpec.Join step, JoinType type) {
    if (mode != OutputMode.APPEND) {
      found.error(
          Code.TM413,
          step.type().span(),
          "a " + type.word() + " join of two streams is not allowed in " + mode.word() + " mode",
          "set `output_mode: append`");
    }
  }

  private void checkBound(StepSpec.Join step, PlanNode left, PlanNode right, Expression match) {
    if (left.eventTime().isEmpty() || right.eventTime().isEmpty()) {
      found.error(
          Code.TM412,
          step.type().span(),
          "a "
              + step.type().value().word()
              + " join of two streams needs a watermark on both,"
              + " or it could never tell that a row has no partner",
          "add a watermark to `"
              + (left.eventTime().isEmpty() ? step.left() : step.right()).value()
              + "`");
      return;
    }
    if (Expressions.conjuncts(match).stream().noneMatch(UnsupportedSteps::boundsTime)) {
      found.error(
          Code.TM414,
          step.match().span(),
          "nothing in `match` bounds how far apart in time two partners can be",
          "add `right.… >= left.… AND right.… <= left.… + INTERVAL …` over the event-time columns");
    }
  }

  private static boolean boundsTime(Expression condition) {
    if (!(condition instanceof Call call)) {
      return false;
    }
    Set<String> names = Expressions.columns(condition);
    boolean spansSides =
        names.stream().anyMatch(n -> n.startsWith("left."))
            && names.stream().anyMatch(n -> n.startsWith("right."));
    boolean overTime = call.arguments().stream().allMatch(a -> a.type() == SimpleType.TIMESTAMP);
    return spansSides
        && overTime
        && (ORDERINGS.contains(call.function()) || call.function().equals("="));
  }

  /** A join with a static table on one side. */
  void joinWithStatic(StepSpec.Join step, boolean leftIsStatic) {
    JoinType type = step.type().value();
    boolean keepsTable =
        switch (type) {
          case INNER -> false;
          case FULL_OUTER -> true;
          case LEFT_OUTER, LEFT_SEMI, LEFT_ANTI -> leftIsStatic;
          case RIGHT_OUTER -> !leftIsStatic;
        };
    if (keepsTable) {
      found.error(
          Code.TM210,
          step.type().span(),
          "a "
              + type.word()
              + " join would keep rows of the static source `"
              + (leftIsStatic ? step.left() : step.right()).value()
              + "`, for which a stream never knows that no partner comes",
          "keep the rows of the stream's side, or use `inner`");
    }
    refuse(step, "join with a static source");
  }

  /** Any other step that this version lacks. */
  void refuse(StepSpec step, String what) {
    found.error(
        Code.TM312,
        step.operator(),
        "`" + step.id().value() + "`: " + what + " is not in this version of Tidemark",
        "there are: filter, select, with, drop, rename, explode, union, watermark, aggregate,"
            + " stateful, limit, sort");
  }
}
