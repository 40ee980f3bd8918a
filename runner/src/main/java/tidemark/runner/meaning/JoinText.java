package tidemark.runner.meaning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.plan.JoinInput;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.LogicalOp.Join;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.operators.plan.TimeGap;
import tidemark.operators.types.Schema;
import tidemark.runner.layout.Lengths;

/** What a join of two streams does, and how long it keeps rows, in canonical text. */
public final class JoinText {
  private JoinText() {}

  /** The parts of the operator, in a fixed order. */
  static void add(PlanNode node, Join join, Map<String, Object> parts) {
    parts.put("operator", "join");
    parts.put("type", join.kind().word());
    parts.put("keys", join.keys().stream().map(JoinText::key).toList());
    for (Side side : Side.values()) {
      join.input(side)
          .condition()
          .ifPresent(c -> parts.put("only_" + side.word(), StepInput.text(qualified(side, c))));
    }
    join.gap().ifPresent(gap -> parts.put("distance", distance(node, join, gap)));
    join.rest().ifPresent(r -> parts.put("condition", StepInput.text(r)));
    parts.put("expressions", join.columns().stream().map(OperatorText::named).toList());
    for (Side side : Side.values()) {
      parts.put(side.word() + "_kept", kept(node, join, side));
    }
  }

  private static String key(JoinKey key) {
    return qualified(Side.LEFT, key.left()).canonical()
        + (key.nullsMatch() ? " <=> " : " = ")
        + qualified(Side.RIGHT, key.right()).canonical();
  }

  /** The expression with its columns under the side's name. */
  static Expression qualified(Side side, Expression expression) {
    return Expressions.rewrite(
        expression,
        e ->
            e instanceof ColumnReference c
                ? new ColumnReference(side.qualified(c.name()), c.type(), c.nullable())
                : e);
  }

  private static String distance(PlanNode node, Join join, TimeGap gap) {
    String left = time(node, join, Side.LEFT);
    String right = time(node, join, Side.RIGHT);
    List<String> bounds = new ArrayList<>();
    if (gap.leastMicros() != Long.MIN_VALUE) {
      bounds.add("at least " + signed(gap.leastMicros()));
    }
    if (gap.mostMicros() != Long.MAX_VALUE) {
      bounds.add("at most " + signed(gap.mostMicros()));
    }
    return "%s lies %s after %s".formatted(right, String.join(" and ", bounds), left);
  }

  private static String signed(long micros) {
    return micros < 0 ? "-" + Lengths.ofMicros(-micros) : Lengths.ofMicros(micros);
  }

  private static String time(PlanNode node, Join join, Side side) {
    Schema schema = node.inputs().get(side.ordinal()).schema();
    return side.qualified(schema.field(join.input(side).time().orElseThrow()).name());
  }

  /** How long the rows of a side are kept. */
  public static String kept(PlanNode node, Join join, Side side) {
    JoinInput input = join.input(side);
    if (input.retention() instanceof Retention.UntilTime until) {
      String time = time(node, join, side);
      boolean equalPasses = Math.floorMod(-until.offsetMillis(), 1000L) == 1;
      long after = -until.offsetMillis() - (equalPasses ? 1 : 0);
      return (equalPasses ? "until the watermark passes " : "until the watermark reaches ")
          + time
          + plus(after);
    }
    if (input.retention() instanceof Retention.UntilKey until) {
      Expression key = join.keys().get(until.key()).of(side);
      return "until the watermark reaches " + qualified(side, key).canonical();
    }
    return "for ever";
  }

  private static String plus(long millis) {
    if (millis == 0) {
      return "";
    }
    return (millis < 0 ? " - " : " + ") + Lengths.ofMillis(Math.abs(millis));
  }
}
