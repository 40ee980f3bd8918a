package tidemark.operators.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.operators.expr.Expression;

/**
 * What happens to a key for one row, or when its time-out fires. All expressions see the state from
 * before the rule. What follows is done in this order: the row is given out, the key is cleared,
 * the variables are set, the time-out is armed.
 *
 * @param when the rule acts where this is true; empty = always
 * @param clears whether the key's state and time-out are forgotten
 * @param sets new values of variables, by name, of the variables' types
 * @param emit the columns of the row that is given out, in the order of the step's columns
 * @param timeoutMicros (re)arms the key's time-out, this long after the row's time
 */
public record KeyedRule(
    Optional<Expression> when,
    boolean clears,
    List<NamedExpression> sets,
    Optional<List<NamedExpression>> emit,
    OptionalLong timeoutMicros) {
  public KeyedRule {
    sets = List.copyOf(sets);
    emit = emit.map(List::copyOf);
  }

  /** All that the rule computes. */
  public List<Expression> expressions() {
    List<Expression> all = new ArrayList<>();
    when.ifPresent(all::add);
    sets.forEach(s -> all.add(s.expression()));
    emit.ifPresent(columns -> columns.forEach(c -> all.add(c.expression())));
    return List.copyOf(all);
  }
}
