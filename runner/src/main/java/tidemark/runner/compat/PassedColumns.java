package tidemark.runner.compat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tidemark.runner.layout.Reading;

/** The columns that one step hands on without computing them: which hold other values now. */
final class PassedColumns {
  private final Plans plans;
  private final Map<String, String> changes = new TreeMap<>();
  private final Set<String> causes = new TreeSet<>();

  PassedColumns(Plans plans) {
    this.plans = plans;
  }

  /** Compares two branches from the same place. */
  void compare(Reading.Branch old, Reading.Branch now) {
    Map<String, String> renamed = plans.renamedColumns().getOrDefault(old.from(), Map.of());
    now.passed()
        .forEach(
            (name, value) -> {
              String was = Tokens.rename(old.passed().getOrDefault(name, value), renamed);
              if (!was.equals(value)) {
                changes.put(name, Lines.otherwise(name, was, value));
              }
              inherit(name, value, plans.handedOn().by(now.from()));
            });
  }

  /** A column that is made of one that a step above hands on otherwise. */
  private void inherit(String name, String value, HandedOn.Changed above) {
    above
        .columns()
        .forEach(
            (column, change) -> {
              if (Tokens.mentions(value, Set.of(column))) {
                changes.putIfAbsent(name, change);
                causes.addAll(above.above());
              }
            });
  }

  /**
   * What changed in all branches that were compared.
   *
   * @param changedAbove ids of the steps between these and the step that changed
   */
  HandedOn.Changed changed(Set<String> changedAbove) {
    causes.addAll(changedAbove);
    return new HandedOn.Changed(changes, causes);
  }
}
