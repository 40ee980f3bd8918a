package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.expr.AggregateCall;
import tidemark.operators.expr.AggregateExpression;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Literal;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.LogicalOp.Aggregate;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.KeyText;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.spec.WindowText;

/** Aggregations: window, keys, aggregate calls, and what lets a group be closed. */
final class AggregateCompiler {
  /** The first column of a windowed aggregation. */
  static final String WINDOW_START = "window_start";

  /** The second column of a windowed aggregation, which carries its event time. */
  static final String WINDOW_END = "window_end";

  private final Columns columns;
  private final UnknownColumns unknown;
  private final StepExpressions expressions;
  private final Watermarks watermarks;
  private final Diagnostics found;

  AggregateCompiler(
      Columns columns,
      UnknownColumns unknown,
      StepExpressions expressions,
      Watermarks watermarks,
      Diagnostics found) {
    this.columns = columns;
    this.unknown = unknown;
    this.expressions = expressions;
    this.watermarks = watermarks;
    this.found = found;
  }

  /**
   * The aggregation; one that stands in for it if a key or result has an error, which is reported;
   * empty if its window has one.
   */
  Optional<PlanNode> compile(StepSpec.Aggregate step, PlanNode input) {
    Optional<WindowSpec> window = step.window().map(WindowText::window);
    Optional<Expression> time = step.window().flatMap(w -> time(w, step, input));
    List<NamedExpression> keys = keys(step, input);
    Set<String> broken = names(step.by().stream().map(KeyText::name));
    keys.forEach(key -> broken.remove(key.name()));
    Results results = results(step, input, window, keys, broken);
    broken.addAll(names(step.compute().stream().map(NamedText::name)));
    results.columns().forEach(column -> broken.remove(column.name()));
    boolean isUnique = namesAreUnique(step);
    if (window.isPresent() != time.isPresent() || !isUnique) {
      return Optional.empty();
    }
    Expiry expiry = expiry(input, time, keys, step);
    Aggregate aggregate =
        new Aggregate(
            window, time, keys, results.calls(), results.columns(), expiry, updates(step));
    PlanNode node =
        new PlanNode(
            "steps." + step.id().value(),
            aggregate,
            List.of(input),
            schema(aggregate),
            eventTime(input, time, expiry, keys),
            step.id().span());
    return Optional.of(broken.isEmpty() ? node : unknown.partial(node, broken));
  }

  private static Set<String> names(Stream<Placed<String>> names) {
    return names.map(Placed::value).collect(Collectors.toCollection(HashSet::new));
  }

  private static Updates updates(StepSpec.Aggregate step) {
    return new Updates(
        isTrue(step.updates().changesOnly()),
        isTrue(step.updates().closingRow()),
        isTrue(step.updates().marksChanges()));
  }

  private static boolean isTrue(Optional<Placed<Boolean>> flag) {
    return flag.filter(Placed::value).isPresent();
  }

  /** The calls of all results, each once, and the results over them. */
  private record Results(List<AggregateCall> calls, List<NamedExpression> columns) {}

  private Optional<Expression> time(WindowText window, StepSpec.Aggregate step, PlanNode input) {
    if (window.column().isPresent()) {
      return columns.find(input, window.column().get()).flatMap(c -> asTimestamp(c, window, input));
    }
    if (input.eventTimes().isEmpty() && (watermarks.isUnknown(input) || unknown.isPartial(input))) {
      return Optional.empty();
    }
    if (input.eventTimes().size() > 1) {
      EventTimes.reportMany(
          input,
          step.id().value(),
          window.span(),
          "name one in the window, `column: …`, or leave the other out in a `select` before",
          found);
      return Optional.empty();
    }
    if (input.eventTime().isEmpty()) {
      found.error(
          Code.TM411,
          window.span(),
          "`"
              + step.from().value()
              + "` has no watermark, so the window of `"
              + step.id().value()
              + "` does not know its event time",
          "name the column: `column: …`, or add a watermark above");
      return Optional.empty();
    }
    EventTime time = input.eventTime().get();
    ColumnReference column = Columns.reference(input.schema().field(time.column()));
    return Optional.of(
        switch (time.kind()) {
          case INSTANT -> column;
          case WINDOW_END ->
              new Call(
                  "-",
                  List.of(column, new Literal(SimpleType.DAY_TIME_INTERVAL, 1L)),
                  SimpleType.TIMESTAMP,
                  column.nullable());
        });
  }

  private Optional<Expression> asTimestamp(
      ColumnReference column, WindowText window, PlanNode input) {
    if (column.type() == SimpleType.TIMESTAMP) {
      return Optional.of(column);
    }
    if (column.type() == SimpleType.DATE) {
      return Optional.of(
          new Cast(column, SimpleType.TIMESTAMP, Cast.Mode.IMPLICIT, column.nullable()));
    }
    found.error(
        Code.TM411,
        window.column().map(Placed::span).orElse(window.span()),
        "`%s` of `%s` is %s, but a window needs a timestamp or date"
            .formatted(column.name(), PlanPaths.shortId(input), column.type().ddl()),
        "declare the column as `timestamp`, or compute one in a step above");
    return Optional.empty();
  }

  /** Those that have no error. */
  private List<NamedExpression> keys(StepSpec.Aggregate step, PlanNode input) {
    List<NamedExpression> keys = new ArrayList<>();
    for (KeyText key : step.by()) {
      Optional<? extends Expression> value =
          key.expression().isPresent()
              ? expressions.value(key.expression().get(), input)
              : columns.find(input, key.name(), KeyColumns.wayOut(key.name().value()));
      value.ifPresent(v -> keys.add(new NamedExpression(key.name().value(), v)));
    }
    return keys;
  }

  /** Those that have no error. */
  private Results results(
      StepSpec.Aggregate step,
      PlanNode input,
      Optional<WindowSpec> window,
      List<NamedExpression> keys,
      Set<String> brokenKeys) {
    List<AggregateCall> calls = new ArrayList<>();
    List<NamedExpression> results = new ArrayList<>();
    for (NamedText text : step.compute()) {
      Optional<AggregateExpression> compiled =
          expressions.aggregate(text.expression(), input, keys, window.isPresent(), brokenKeys);
      compiled.ifPresent(
          c -> results.add(new NamedExpression(text.name().value(), SharedCalls.merge(c, calls))));
    }
    return new Results(calls, results);
  }

  private boolean namesAreUnique(StepSpec.Aggregate step) {
    Span place = step.window().map(WindowText::span).orElse(step.operator());
    Stream<Placed<String>> windowNames =
        step.window().isPresent()
            ? Stream.of(new Placed<>(WINDOW_START, place), new Placed<>(WINDOW_END, place))
            : Stream.empty();
    return columns.areUnique(
        Stream.of(
                windowNames,
                step.by().stream().map(KeyText::name),
                step.compute().stream().map(NamedText::name),
                updates(step).columns().stream().map(f -> new Placed<>(f.name(), place)))
            .flatMap(s -> s)
            .toList());
  }

  private static Expiry expiry(
      PlanNode input,
      Optional<Expression> time,
      List<NamedExpression> keys,
      StepSpec.Aggregate step) {
    if (time.isPresent()) {
      boolean follows =
          step.window().orElseThrow().column().isEmpty()
              || EventTimes.isEventTime(input, time.get());
      return follows ? new Expiry.ByWindow() : new Expiry.Never();
    }
    for (int i = 0; i < keys.size(); i++) {
      if (EventTimes.isEventTime(input, keys.get(i).expression())) {
        return new Expiry.ByKey(i);
      }
    }
    return new Expiry.Never();
  }

  private static Schema schema(Aggregate aggregate) {
    List<Field> fields = new ArrayList<>();
    DataType timestamp = SimpleType.TIMESTAMP;
    if (aggregate.window().isPresent()) {
      fields.add(Field.notNull(WINDOW_START, timestamp));
      fields.add(Field.notNull(WINDOW_END, timestamp));
    }
    aggregate.keys().forEach(k -> fields.add(k.field()));
    aggregate.results().forEach(r -> fields.add(r.field()));
    fields.addAll(aggregate.updates().columns());
    return new Schema(fields);
  }

  private static Optional<EventTime> eventTime(
      PlanNode input, Optional<Expression> time, Expiry expiry, List<NamedExpression> keys) {
    if (expiry instanceof Expiry.Never) {
      return Optional.empty();
    }
    if (expiry instanceof Expiry.ByKey byKey) {
      return EventTimes.of(input, keys.get(byKey.key()).expression()).map(t -> t.at(byKey.key()));
    }
    EventTime above = time.flatMap(t -> EventTimes.of(input, t)).or(input::eventTime).orElseThrow();
    return Optional.of(new EventTime(1, EventTime.Kind.WINDOW_END, above.delayMillis()));
  }
}
