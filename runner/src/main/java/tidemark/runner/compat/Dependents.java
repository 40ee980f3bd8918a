package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.Reading;

/**
 * The steps whose state depends on certain columns, also where steps with state that hand these on
 * stand between.
 */
final class Dependents {
  private final Map<String, Set<String>> columns = new HashMap<>();
  private final Predicate<String> alike;
  private final List<String> steps = new ArrayList<>();

  private Dependents(Map<String, Set<String>> columns, Predicate<String> alike) {
    this.columns.putAll(columns);
    this.alike = alike;
  }

  /** Those that depend on columns of sources, by node id. */
  static Dependents of(Layout layout, Map<String, Set<String>> columns) {
    return of(layout, columns, text -> false);
  }

  /**
   * The same.
   *
   * @param alike tells of what a step hands on whether that is such a column, too
   */
  static Dependents of(Layout layout, Map<String, Set<String>> columns, Predicate<String> alike) {
    Dependents dependents = new Dependents(columns, alike);
    layout.stateful().forEach(dependents::add);
    return dependents;
  }

  private void add(NodeLayout step) {
    boolean depends = false;
    for (Reading.Branch branch : branches(step)) {
      Set<String> seen = columns(branch.from());
      depends |= branch.columns().stream().anyMatch(seen::contains);
      branch
          .passed()
          .forEach(
              (name, value) -> {
                if (alike.test(value) || Tokens.mentions(value, seen)) {
                  columns.computeIfAbsent(step.id(), s -> new HashSet<>()).add(name);
                }
              });
    }
    if (depends) {
      steps.add(step.id());
    }
  }

  private static List<Reading.Branch> branches(NodeLayout step) {
    return step.reads().stream().flatMap(reading -> reading.branches().stream()).toList();
  }

  /** Such columns of a node. */
  private Set<String> columns(String node) {
    return columns.getOrDefault(node, Set.of());
  }

  /** The steps' ids, inputs first. */
  List<String> steps() {
    return steps;
  }

  /** True if an expression over what the step reads has such a column. */
  boolean isIn(String expression, NodeLayout step) {
    return branches(step).stream()
        .anyMatch(branch -> Tokens.mentions(expression, columns(branch.from())));
  }
}
