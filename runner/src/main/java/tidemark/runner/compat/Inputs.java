package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.Reading;
import tidemark.runner.layout.StateField;

/**
 * The inputs of one step, old and new: which branches belong together, whether a field still means
 * the same, and what reaches the step otherwise than before.
 */
final class Inputs {
  private final Plans plans;
  private final NodeLayout before;
  private final NodeLayout after;
  private final List<List<Pair>> pairs = new ArrayList<>();
  private final Set<String> differences = new TreeSet<>();
  private final Set<String> causes = new TreeSet<>();
  private final PassedColumns passed;

  /** Two branches from the same place, by position. */
  private record Pair(int old, int now) {}

  Inputs(Plans plans, NodeLayout before, NodeLayout after) {
    this.plans = plans;
    this.before = before;
    this.after = after;
    this.passed = new PassedColumns(plans);
    int inputs = Math.min(before.reads().size(), after.reads().size());
    for (int i = 0; i < inputs; i++) {
      pairs.add(match(before.reads().get(i), after.reads().get(i)));
    }
  }

  private List<Pair> match(Reading old, Reading now) {
    List<Pair> matched = new ArrayList<>();
    Set<Integer> used = new HashSet<>();
    for (int n = 0; n < now.branches().size(); n++) {
      Reading.Branch branch = now.branches().get(n);
      Optional<Integer> found = partner(old, branch, used);
      if (found.isPresent()) {
        used.add(found.get());
        matched.add(new Pair(found.get(), n));
        compare(old.branches().get(found.get()), branch);
      } else if (isKnown(plans.before(), branch.from())) {
        differences.add("it reads `" + branch.from() + "` now");
      }
    }
    for (int o = 0; o < old.branches().size(); o++) {
      String from = old.branches().get(o).from();
      if (!used.contains(o) && isKnown(plans.after(), from)) {
        differences.add("it no longer reads `" + from + "`");
      }
    }
    return matched;
  }

  /** A source that is new or gone is reported itself; a step with state is not a source. */
  private static boolean isKnown(Layout layout, String from) {
    return !from.startsWith("sources.") || layout.nodes().containsKey(from);
  }

  /** The branch with the same conditions, or else the first that is left from the same place. */
  private Optional<Integer> partner(Reading old, Reading.Branch branch, Set<Integer> used) {
    Optional<Integer> other = Optional.empty();
    for (int o = 0; o < old.branches().size(); o++) {
      Reading.Branch candidate = old.branches().get(o);
      if (!used.contains(o) && candidate.from().equals(branch.from())) {
        if (renamed(candidate.where(), candidate.from()).equals(branch.where())) {
          return Optional.of(o);
        }
        other = other.isPresent() ? other : Optional.of(o);
      }
    }
    return other;
  }

  private void compare(Reading.Branch old, Reading.Branch now) {
    List<String> was = renamed(old.where(), old.from());
    was.stream()
        .filter(w -> !now.where().contains(w) && !TableSteps.isDescribed(w))
        .forEach(w -> differences.add("`" + TableSteps.readable(w) + "` no longer has to hold"));
    now.where().stream()
        .filter(w -> !was.contains(w) && !TableSteps.isDescribed(w))
        .forEach(w -> differences.add("`" + TableSteps.readable(w) + "` has to hold now"));
    if (TableSteps.differ(was, now.where())) {
      differences.add("what a table is joined by, or which columns that gives, is another");
    }
    Map<String, String> columns = columns(old.from());
    now.values()
        .forEach(
            (name, value) -> {
              String before = Tokens.rename(old.values().getOrDefault(name, value), columns);
              if (!before.equals(value)) {
                differences.add(Lines.otherwise(name, before, value));
              }
            });
    handedOn(now);
    passed.compare(old, now);
  }

  /** What the step reads of what a step above hands on otherwise. */
  private void handedOn(Reading.Branch now) {
    HandedOn.Changed above = plans.handedOn().by(now.from());
    above
        .columns()
        .forEach(
            (column, change) -> {
              if (now.columns().contains(column)) {
                differences.add(change);
                causes.addAll(above.above());
              }
            });
  }

  /** What the step itself hands on otherwise. */
  HandedOn.Changed passed() {
    return passed.changed(changedAbove());
  }

  private List<String> renamed(List<String> texts, String from) {
    Map<String, String> columns = columns(from);
    return texts.stream().map(t -> Tokens.rename(t, columns)).sorted().toList();
  }

  private Map<String, String> columns(String from) {
    return plans.renamedColumns().getOrDefault(from, Map.of());
  }

  /** True if both hold the same values for equal rows of what the step is made of. */
  boolean meanTheSame(StateField old, StateField now) {
    return pairs.stream().anyMatch(input -> meanTheSame(old, now, input));
  }

  private boolean meanTheSame(StateField old, StateField now, List<Pair> input) {
    if (input.isEmpty()) {
      return false;
    }
    for (Pair pair : input) {
      if (pair.old() >= old.meaning().size() || pair.now() >= now.meaning().size()) {
        return false;
      }
      String was = Tokens.rename(old.meaning().get(pair.old()), allColumns());
      if (!was.equals(now.meaning().get(pair.now()))) {
        return false;
      }
    }
    return true;
  }

  private Map<String, String> allColumns() {
    Map<String, String> all = new HashMap<>();
    before.reads().forEach(r -> r.branches().forEach(b -> all.putAll(columns(b.from()))));
    return all;
  }

  /** A field is computed from other values above; where all rows come from elsewhere, it is not. */
  void computedOtherwise(StateField old, StateField now) {
    if (pairs.stream().allMatch(List::isEmpty)) {
      return;
    }
    differences.add(
        "`"
            + now.expression()
            + "` was `"
            + String.join("`, `", old.meaning())
            + "`, is `"
            + String.join("`, `", now.meaning())
            + "`");
  }

  /** Reports what reaches the step otherwise; the ids of the steps that the report explains. */
  Set<String> report() {
    if (differences.isEmpty()) {
      return Set.of();
    }
    Set<String> changed = changedAbove();
    changed.addAll(causes);
    String place = changed.size() == 1 ? changed.iterator().next() : after.id();
    boolean placed = plans.after().nodes().containsKey(place);
    plans
        .found()
        .of(after.id(), "input", String.join("; ", differences))
        .at(placed ? place : after.id())
        .was(plans.renaming().was(after.id()))
        .shifts(
            "`"
                + after.id()
                + "` goes on with what it counted of the old rows, and counts others from "
                + plans.found().fromBatch()
                + " on"
                + (changed.isEmpty()
                    ? ""
                    : " (changed above it: " + Lines.quoted(List.copyOf(changed)) + ")"),
            "give the step a new id, so that it starts empty");
    return changed;
  }

  private Set<String> changedAbove() {
    Set<String> changed = new TreeSet<>();
    for (String id : Plans.above(plans.after(), after.id())) {
      NodeLayout now = plans.after().nodes().get(id);
      Optional<NodeLayout> old = plans.before().node(id);
      boolean same = old.filter(o -> o.doesTheSameAs(now)).isPresent() && !plans.isRewired(id);
      if (!id.startsWith("sources.") && !same) {
        changed.add(id);
      }
    }
    for (String id : Plans.above(plans.before(), before.id())) {
      if (!id.startsWith("sources.") && !plans.after().nodes().containsKey(id)) {
        changed.add(id);
      }
    }
    return changed;
  }
}
