package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import tidemark.runner.layout.StateField;

/** Stored fields and those of the new plan, of which each finds its partner by the first rule. */
final class FieldPairs {
  private final List<StateField> old;
  private final List<StateField> now;
  private final StateMatch match;
  private final BiConsumer<StateField, StateField> compare;

  /**
   * @param match takes each pair
   * @param compare is told of each pair: the stored field, then the new one
   */
  FieldPairs(
      List<StateField> old,
      List<StateField> now,
      StateMatch match,
      BiConsumer<StateField, StateField> compare) {
    this.old = new ArrayList<>(old);
    this.now = new ArrayList<>(now);
    this.match = match;
    this.compare = compare;
  }

  /** Which fields belong together. */
  interface Rule {
    boolean holds(StateField old, StateField now);
  }

  /** Pairs what the rule finds among the fields without a partner. */
  void pair(Rule rule) {
    for (StateField field : List.copyOf(now)) {
      Optional<StateField> partner = old.stream().filter(o -> rule.holds(o, field)).findFirst();
      if (partner.isPresent()) {
        old.remove(partner.get());
        now.remove(field);
        match.put(field, partner.get());
        compare.accept(partner.get(), field);
      }
    }
  }

  /** Stored fields without a partner. */
  List<StateField> gone() {
    return List.copyOf(old);
  }

  /** New fields without a partner. */
  List<StateField> added() {
    return List.copyOf(now);
  }
}
