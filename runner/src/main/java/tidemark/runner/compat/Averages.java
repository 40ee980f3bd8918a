package tidemark.runner.compat;

import java.util.List;
import java.util.Optional;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateField.Initial;
import tidemark.runner.layout.Widening;

/** A new average whose sum and count are stored already. */
final class Averages {
  private static final String AVG = "avg(";

  private Averages() {}

  /**
   * Lets the average's fields begin with the stored sum and count of the same values, if both have
   * been there as long as the rows; false if that cannot be.
   */
  static boolean copy(Calls before, List<StateField> average, StateMatch match, Inputs inputs) {
    if (average.stream().anyMatch(f -> match.initial(f).isPresent())) {
      return true;
    }
    if (average.size() != 2
        || average.get(0).meaning().stream().anyMatch(m -> !m.startsWith(AVG))) {
      return false;
    }
    StateField sum = average.get(0);
    StateField count = average.get(1);
    Optional<StateField> storedSum = find(before, as(sum, "sum("), "sum", inputs);
    Optional<StateField> storedCount = find(before, as(count, "count("), "count", inputs);
    boolean castable =
        storedSum
            .filter(
                s ->
                    Widening.keepsValues(s.type(), sum.type())
                        || s.type() == SimpleType.BIGINT && sum.type() == SimpleType.DOUBLE)
            .isPresent();
    if (!castable || storedCount.isEmpty()) {
      return false;
    }
    match.start(sum, new Initial.Copied(storedSum.get().id()));
    match.start(count, new Initial.Copied(storedCount.get().id()));
    return true;
  }

  private static StateField as(StateField average, String function) {
    return new StateField(
        average.id(),
        average.name(),
        average.type(),
        average.nullable(),
        average.expression(),
        average.meaning().stream().map(m -> function + m.substring(AVG.length())).toList(),
        average.initial());
  }

  private static Optional<StateField> find(
      Calls before, StateField wanted, String name, Inputs inputs) {
    return before.texts().stream()
        .flatMap(call -> before.fields(call).stream())
        .filter(f -> f.name().equals(name) && f.initial().isEmpty())
        .filter(f -> inputs.meanTheSame(f, wanted))
        .findFirst();
  }
}
