package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Filter;
import tidemark.operators.expr.bind.Evaluators;
import tidemark.operators.failing.RowChecks;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.Side;
import tidemark.operators.types.Schema;

/**
 * What a step with state, or a join with a table, computes of the rows of an input before they meet
 * anything else.
 */
record InputChecks(PlanNode node, StepBinding binding) {
  /**
   * The checks of an input's rows.
   *
   * @param input its position among the step's inputs
   */
  RowChecks of(int input) {
    Schema schema = node.inputs().get(input).schema();
    if (node.op() instanceof LogicalOp.Aggregate aggregate) {
      return aggregate(aggregate, schema);
    }
    if (node.op() instanceof LogicalOp.Join join) {
      Side side = Side.values()[input];
      List<Expression> keys = join.keys().stream().map(k -> k.of(side)).toList();
      return new RowChecks()
          .add(
              read(join.input(side).condition(), keys),
              on(Optional.empty(), join.input(side).condition(), keys, schema));
    }
    if (node.op() instanceof LogicalOp.StaticJoin join) {
      List<Expression> keys = join.keys().stream().map(k -> k.of(join.streamSide())).toList();
      return binding.values(new RowChecks(), keys, schema);
    }
    if (node.op() instanceof LogicalOp.Keyed keyed) {
      return binding.values(new RowChecks(), Lowering.expressions(keyed.keys()), schema);
    }
    return new RowChecks();
  }

  /** Rows without time are never grouped. */
  private RowChecks aggregate(LogicalOp.Aggregate aggregate, Schema schema) {
    RowChecks checks = new RowChecks();
    Optional<Expression> time = aggregate.time();
    List<Expression> keys = new ArrayList<>(time.stream().toList());
    keys.addAll(Lowering.expressions(aggregate.keys()));
    for (Expression key : keys) {
      checks.add(Expressions.columns(key), on(time, Optional.empty(), List.of(key), schema));
    }
    for (AggregateCall call : aggregate.calls()) {
      checks.add(
          read(call.filter(), call.arguments()), on(time, call.filter(), call.arguments(), schema));
    }
    return checks;
  }

  private RowChecks.Check on(
      Optional<Expression> time,
      Optional<Expression> condition,
      List<Expression> values,
      Schema schema) {
    Optional<Evaluator> timed = time.map(t -> locating(t, schema));
    Optional<Filter> chosen =
        condition.map(c -> Evaluators.bindLocatingFilter(c, schema, binding.evaluation()));
    List<Evaluator> bound = values.stream().map(v -> locating(v, schema)).toList();
    return (batch, rows) -> {
      Selection all = timed.isPresent() ? withTime(timed.get(), batch, rows) : rows;
      Selection left = chosen.isPresent() ? chosen.get().keep(batch, all) : all;
      bound.forEach(value -> value.evaluate(batch, left));
    };
  }

  private Evaluator locating(Expression expression, Schema schema) {
    return Evaluators.bindLocating(expression, schema, binding.evaluation());
  }

  private static Selection withTime(Evaluator time, Batch batch, Selection rows) {
    Column times = time.evaluate(batch, rows);
    int[] kept = new int[rows.count()];
    int count = 0;
    for (int i = 0; i < rows.count(); i++) {
      if (!times.isNull(rows.row(i))) {
        kept[count++] = rows.row(i);
      }
    }
    return Selection.of(kept, count);
  }

  private static Set<String> read(Optional<Expression> condition, List<Expression> values) {
    Set<String> names = new LinkedHashSet<>();
    condition.ifPresent(c -> names.addAll(Expressions.columns(c)));
    values.forEach(v -> names.addAll(Expressions.columns(v)));
    return names;
  }
}
