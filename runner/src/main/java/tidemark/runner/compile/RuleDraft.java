package tidemark.runner.compile;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.NamedExpression;
import tidemark.runner.spec.NamedText;

/**
 * A typed rule whose emitted columns are as they are written, in any order and of any type.
 *
 * @param emit the written columns
 * @param span the rule's place
 */
record RuleDraft(KeyedRule rule, List<NamedText> emit, Span span) {
  RuleDraft {
    emit = List.copyOf(emit);
  }

  /** The same over the row's columns only. */
  RuleDraft over(RuleScopes scopes) {
    return new RuleDraft(
        new KeyedRule(
            rule.when().map(scopes::overRow),
            rule.clears(),
            over(rule.sets(), scopes),
            rule.emit().map(columns -> over(columns, scopes)),
            rule.timeoutMicros()),
        emit,
        span);
  }

  private static List<NamedExpression> over(List<NamedExpression> columns, RuleScopes scopes) {
    return columns.stream()
        .map(c -> new NamedExpression(c.name(), scopes.overRow(c.expression())))
        .toList();
  }

  /** The same with other emitted columns. */
  KeyedRule emitting(Optional<List<NamedExpression>> columns) {
    return new KeyedRule(rule.when(), rule.clears(), rule.sets(), columns, rule.timeoutMicros());
  }
}
