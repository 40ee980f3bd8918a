package tidemark.runner.compat;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateField.Initial;

/**
 * Which stored field each field of a step's new state goes on with, by id, and what stored rows
 * hold of the others.
 */
final class StateMatch {
  private final Map<Integer, StateField> stored = new HashMap<>();
  private final Map<Integer, Initial> initials = new HashMap<>();
  private final Set<Integer> taken = new HashSet<>();
  private final Set<Integer> withheld = new HashSet<>();

  /** The new field goes on with the stored one. */
  void put(StateField now, StateField old) {
    stored.put(now.id(), old);
    taken.add(old.id());
  }

  /** Stored rows hold this of the new field. */
  void start(StateField now, Initial initial) {
    initials.put(now.id(), initial);
  }

  /** The result of the call that the new field belongs to is null for groups that exist. */
  void withhold(StateField now) {
    withheld.add(now.id());
  }

  Optional<StateField> stored(StateField now) {
    return Optional.ofNullable(stored.get(now.id()));
  }

  Optional<Initial> initial(StateField now) {
    return Optional.ofNullable(initials.get(now.id()));
  }

  boolean isWithheld(StateField now) {
    return withheld.contains(now.id());
  }

  boolean isTaken(StateField old) {
    return taken.contains(old.id());
  }

  Set<Integer> taken() {
    return Collections.unmodifiableSet(taken);
  }
}
