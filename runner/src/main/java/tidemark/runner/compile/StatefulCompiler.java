package tidemark.runner.compile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.Scope;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.KeyedWork;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.TimeDomain;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.StateVariable;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.ExpressionText;
import tidemark.runner.spec.KeyText;
import tidemark.runner.spec.KeyedRules;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;

/** Custom keyed state: keys, variables, rules and what happens at a time-out. */
final class StatefulCompiler {
  private final Columns columns;
  private final StepExpressions expressions;
  private final Watermarks watermarks;
  private final ProcessorCompiler processors;
  private final Diagnostics found;

  StatefulCompiler(
      Columns columns, StepExpressions expressions, Watermarks watermarks, Diagnostics found) {
    this.columns = columns;
    this.expressions = expressions;
    this.watermarks = watermarks;
    this.processors = new ProcessorCompiler(found);
    this.found = found;
  }

  /** The step; empty, and reported, if a part of it cannot be typed. */
  Optional<PlanNode> compile(StepSpec.Stateful step, PlanNode input) {
    boolean timed = hasTime(step, input);
    Optional<List<NamedExpression>> keys = keys(step, input);
    if (step.processor().isPresent()) {
      return timed && keys.isPresent()
          ? processors.compile(step, input, keys.get(), domain(step))
          : Optional.empty();
    }
    Optional<List<StateVariable>> state = state(step);
    if (keys.isEmpty() || state.isEmpty()) {
      return Optional.empty();
    }
    RuleScopes scopes = new RuleScopes(input, keys.get(), state.get());
    Optional<List<RuleDraft>> rules = rules(step, scopes);
    Optional<Optional<RuleDraft>> onTimeout = onTimeout(step, scopes);
    if (!timed || rules.isEmpty() || onTimeout.isEmpty()) {
      return Optional.empty();
    }
    List<RuleDraft> all = Stream.concat(rules.get().stream(), onTimeout.get().stream()).toList();
    Optional<EmittedRows> emitted = EmittedRows.of(step, all, found);
    return emitted.map(rows -> node(step, input, keys.get(), state.get(), rules.get(), rows));
  }

  private static PlanNode node(
      StepSpec.Stateful step,
      PlanNode input,
      List<NamedExpression> keys,
      List<StateVariable> state,
      List<RuleDraft> rules,
      EmittedRows rows) {
    List<KeyedRule> all = rows.rules();
    List<KeyedRule> forRows = all.subList(0, rules.size());
    Optional<KeyedRule> onTimeout = all.stream().skip(rules.size()).findFirst();
    boolean arms = forRows.stream().anyMatch(r -> r.timeoutMicros().isPresent());
    Keyed keyed =
        new Keyed(
            keys,
            domain(step),
            state,
            new KeyedWork.Rules(
                forRows, arms && onTimeout.isEmpty() ? Optional.of(forget()) : onTimeout));
    return new PlanNode(
        "steps." + step.id().value(),
        keyed,
        List.of(input),
        rows.schema(),
        rows.eventTime(keyed, input),
        step.id().span());
  }

  /** What a time-out does if the step does not say: the key is forgotten. */
  private static KeyedRule forget() {
    return new KeyedRule(Optional.empty(), true, List.of(), Optional.empty(), OptionalLong.empty());
  }

  private static TimeDomain domain(StepSpec.Stateful step) {
    return switch (step.time().value()) {
      case EVENT_TIME -> TimeDomain.EVENT_TIME;
      case PROCESSING_TIME -> TimeDomain.PROCESSING_TIME;
    };
  }

  private boolean hasTime(StepSpec.Stateful step, PlanNode input) {
    if (domain(step) == TimeDomain.PROCESSING_TIME
        || input.eventTime().isPresent()
        || watermarks.isUnknown(input)) {
      return input.eventTime().isPresent() || domain(step) == TimeDomain.PROCESSING_TIME;
    }
    if (input.eventTimes().size() > 1) {
      EventTimes.reportMany(input, step.id().value(), step.operator(), found);
      return false;
    }
    found.error(
        Code.TM412,
        step.operator(),
        "`"
            + step.id().value()
            + "` goes by event time, but `"
            + step.from().value()
            + "` has no watermark",
        "add `watermark: {column: …, delay: …}` to the source, or set `time: processing_time`");
    return false;
  }

  private Optional<List<NamedExpression>> keys(StepSpec.Stateful step, PlanNode input) {
    boolean unique = columns.areUnique(step.by().stream().map(KeyText::name).toList());
    List<NamedExpression> keys = new ArrayList<>();
    for (KeyText key : step.by()) {
      Optional<? extends Expression> value =
          key.expression().isPresent()
              ? expressions.value(key.expression().get(), input)
              : columns.find(input, key.name());
      value.ifPresent(v -> keys.add(new NamedExpression(key.name().value(), v)));
    }
    return unique && keys.size() == step.by().size() ? Optional.of(keys) : Optional.empty();
  }

  private Optional<List<StateVariable>> state(StepSpec.Stateful step) {
    List<StateVariable> state = new ArrayList<>();
    for (KeyedRules.StateField field : step.state()) {
      Optional<Expression> initial =
          field
              .initial()
              .map(text -> initial(text, field))
              .orElseGet(() -> Optional.of(new Literal(SimpleType.VOID, null)));
      initial
          .flatMap(
              value ->
                  Assignment.to(field.type().value(), value, place(field), field.name(), found))
          .ifPresent(
              v -> state.add(new StateVariable(field.name().value(), field.type().value(), v)));
    }
    return state.size() == step.state().size() ? Optional.of(state) : Optional.empty();
  }

  private static Span place(KeyedRules.StateField field) {
    return field.initial().map(ExpressionText::span).orElse(field.name().span());
  }

  private Optional<Expression> initial(ExpressionText text, KeyedRules.StateField field) {
    Optional<Expression> value = expressions.value(text, Scope.of(new Schema(List.of())));
    if (value.isPresent() && !Expressions.isConstant(value.get())) {
      found.error(
          Code.TM312,
          text.span(),
          "`initial` of `" + field.name().value() + "` is not a constant",
          "leave `initial` out and write `coalesce(state."
              + field.name().value()
              + ", …)` where it is used");
      return Optional.empty();
    }
    return value;
  }

  private Optional<List<RuleDraft>> rules(StepSpec.Stateful step, RuleScopes scopes) {
    List<RuleDraft> rules = new ArrayList<>();
    for (KeyedRules.Rule rule : step.rules()) {
      Optional<Optional<Expression>> when =
          rule.when().isEmpty()
              ? Optional.of(Optional.empty())
              : expressions
                  .condition(rule.when().get(), scopes.ofRow())
                  .map(scopes::overRow)
                  .map(Optional::of);
      RuleText text =
          new RuleText(rule.set(), rule.emit(), rule.timeout(), rule.clear(), rule.span());
      Optional<RuleDraft> draft =
          draft(text, when.orElse(Optional.empty()), scopes, scopes.ofRow());
      if (when.isPresent() && draft.isPresent()) {
        rules.add(draft.get().over(scopes));
      }
    }
    return rules.size() == step.rules().size() ? Optional.of(rules) : Optional.empty();
  }

  /** Empty if there is an error in it; an empty draft if the step says nothing of time-outs. */
  private Optional<Optional<RuleDraft>> onTimeout(StepSpec.Stateful step, RuleScopes scopes) {
    if (step.onTimeout().isEmpty()) {
      return Optional.of(Optional.empty());
    }
    KeyedRules.OnTimeout rule = step.onTimeout().get();
    RuleText text =
        new RuleText(rule.set(), rule.emit(), rule.timeout(), rule.clear(), rule.span());
    return draft(text, Optional.empty(), scopes, scopes.ofTimeout()).map(Optional::of);
  }

  /** What rules and the time-out have in common, as it is written. */
  private record RuleText(
      List<NamedText> set,
      Optional<List<NamedText>> emit,
      Optional<Placed<Duration>> timeout,
      Placed<Boolean> clear,
      Span span) {}

  private Optional<RuleDraft> draft(
      RuleText text, Optional<Expression> when, RuleScopes scopes, Scope scope) {
    Optional<List<NamedExpression>> sets = sets(text.set(), scopes, scope);
    Optional<Optional<List<NamedExpression>>> emit =
        text.emit().isEmpty()
            ? Optional.of(Optional.empty())
            : emit(text.emit().get(), scope).map(Optional::of);
    if (sets.isEmpty() || emit.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong timeout =
        text.timeout().isPresent()
            ? OptionalLong.of(text.timeout().get().value().toNanos() / 1000)
            : OptionalLong.empty();
    KeyedRule rule = new KeyedRule(when, text.clear().value(), sets.get(), emit.get(), timeout);
    return Optional.of(new RuleDraft(rule, text.emit().orElse(List.of()), text.span()));
  }

  private Optional<List<NamedExpression>> sets(
      List<NamedText> texts, RuleScopes scopes, Scope scope) {
    List<NamedExpression> sets = new ArrayList<>();
    for (NamedText text : texts) {
      Optional<StateVariable> variable = scopes.variable(text.name(), found);
      Optional<Expression> value = expressions.value(text.expression(), scope);
      if (variable.isPresent() && value.isPresent()) {
        Assignment.to(
                variable.get().type(), value.get(), text.expression().span(), text.name(), found)
            .ifPresent(v -> sets.add(new NamedExpression(variable.get().name(), v)));
      }
    }
    return sets.size() == texts.size() ? Optional.of(sets) : Optional.empty();
  }

  private Optional<List<NamedExpression>> emit(List<NamedText> texts, Scope scope) {
    boolean unique = columns.areUnique(texts.stream().map(NamedText::name).toList());
    List<NamedExpression> emit = new ArrayList<>();
    for (NamedText text : texts) {
      expressions
          .value(text.expression(), scope)
          .ifPresent(v -> emit.add(new NamedExpression(text.name().value(), v)));
    }
    return unique && emit.size() == texts.size() ? Optional.of(emit) : Optional.empty();
  }
}
