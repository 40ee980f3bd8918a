package tidemark.runner.inspect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.aggregate.WithheldFunction;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.compile.ExpressionCompiler;
import tidemark.operators.stateful.AggregateOperator;
import tidemark.operators.stateful.GroupRows;
import tidemark.operators.stateful.SessionOperator;
import tidemark.operators.stateful.SessionRows;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.stateful.StoredValues;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.Field;
import tidemark.runner.compile.StoredPlan;
import tidemark.runner.compile.StoredStep;
import tidemark.runner.compile.StoredStep.StoredField;

/**
 * Aggregations. A readable row has one column a call, under the name of the result that is just
 * this call, or else under the call's canonical text.
 */
final class AggregateDecoding implements RowDecoding {
  private static final AggregateCatalogue CATALOGUE = new AggregateCatalogue();

  @Override
  public boolean fits(StoredStep step) {
    return step.operator().equals("aggregate");
  }

  @Override
  public String mainStore(StoredStep step) {
    return isSession(step) ? SessionOperator.STORE : AggregateOperator.STORE;
  }

  @Override
  public Optional<StoredRows> rows(StoredStep step, String store, Form form) {
    if (!store.equals(mainStore(step))) {
      return Optional.empty();
    }
    StoredValues values = form == Form.RAW ? stored(step) : answers(step);
    List<Field> keys = keys(step);
    if (isSession(step)) {
      return Optional.of(new SessionRows(keys, values));
    }
    boolean hasClosingTime = step.window().isPresent() || !step.closedBy().equals("nothing");
    return Optional.of(
        new GroupRows(
            step.window().map(StoredPlan.Window::spec).map(WindowSpec.Fixed.class::cast),
            hasClosingTime,
            keys,
            values));
  }

  private static boolean isSession(StoredStep step) {
    return step.window().filter(w -> w.spec() instanceof WindowSpec.Session).isPresent();
  }

  /** The grouping keys: the window's own fields stand before them. */
  private static List<Field> keys(StoredStep step) {
    int before = step.window().isEmpty() ? 0 : isSession(step) ? 2 : 1;
    return step.key().stream().skip(before).map(StoredField::field).toList();
  }

  private static StoredValues stored(StoredStep step) {
    List<Field> fields = new ArrayList<>();
    for (StoredField each : step.values()) {
      Field field = each.field();
      String name = each.expression() + "." + field.name();
      fields.add(new Field(name, field.type(), field.nullable()));
    }
    return StoredValues.stored(fields);
  }

  private static StoredValues answers(StoredStep step) {
    Set<String> calls = new LinkedHashSet<>();
    step.values().forEach(value -> calls.add(value.expression()));
    List<String> names = new ArrayList<>();
    List<AggregateFunction> functions = new ArrayList<>();
    for (String call : calls) {
      AggregateFunction function = function(call, step);
      functions.add(isWithheld(call, step) ? new WithheldFunction(function) : function);
      names.add(name(call, step));
    }
    List<Field> state = functions.stream().flatMap(f -> f.state().stream()).toList();
    if (!state.equals(step.values().stream().map(StoredField::field).toList())) {
      throw new IllegalArgumentException(
          "the accumulators of " + step.node() + " have other fields");
    }
    return StoredValues.answers(names, functions);
  }

  /** Whether each row says if the call has seen all of its group. */
  private static boolean isWithheld(String call, StoredStep step) {
    return step.values().stream()
        .anyMatch(v -> v.expression().equals(call) && v.field().equals(WithheldFunction.WHOLE));
  }

  private static AggregateFunction function(String call, StoredStep step) {
    ExpressionCompiler compiler = new ExpressionCompiler(java.time.ZoneOffset.UTC, CATALOGUE);
    AggregateExpression parsed =
        compiler
            .aggregate(call, Scope.of(step.inputs().get(0)), (code, place, message, hint) -> {})
            .filter(e -> e.calls().size() == 1)
            .orElseThrow(() -> new IllegalArgumentException("not an aggregate call: " + call));
    return CATALOGUE.function(parsed.calls().get(0));
  }

  private static String name(String call, StoredStep step) {
    String end = " = " + call;
    return step.results().stream()
        .filter(result -> result.endsWith(end))
        .map(result -> result.substring(0, result.length() - end.length()))
        .findFirst()
        .orElse(call);
  }
}
