package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.Reading;

/**
 * The steps whose state depends on a column of a source, also where steps with state that hand it
 * on stand between.
 */
final class Dependents {
  private final Map<String, Set<String>> columns = new HashMap<>();
  private final List<String> steps = new ArrayList<>();

  private Dependents() {}

  /** Their ids, inputs first. */
  static List<String> of(Layout layout, String source, String column) {
    Dependents dependents = new Dependents();
    dependents.columns.put(source, Set.of(column));
    layout.stateful().forEach(dependents::add);
    return dependents.steps;
  }

  private void add(NodeLayout step) {
    boolean depends = false;
    for (Reading reading : step.reads()) {
      for (Reading.Branch branch : reading.branches()) {
        Set<String> seen = columns.getOrDefault(branch.from(), Set.of());
        depends |= branch.columns().stream().anyMatch(seen::contains);
        branch
            .passed()
            .forEach(
                (name, value) -> {
                  if (Tokens.mentions(value, seen)) {
                    columns.computeIfAbsent(step.id(), s -> new HashSet<>()).add(name);
                  }
                });
      }
    }
    if (depends) {
      steps.add(step.id());
    }
  }
}
