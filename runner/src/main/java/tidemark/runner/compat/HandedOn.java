package tidemark.runner.compat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Columns that steps with state hand on without computing them, and that hold other values than
 * before; grows while steps are compared, inputs first. A step that hands on what it computes
 * itself reports the change itself.
 */
final class HandedOn {
  private final Map<String, Changed> steps = new HashMap<>();

  /**
   * What a step hands on otherwise.
   *
   * @param columns by name, how it is computed now and was
   * @param above ids of the steps that changed it
   */
  record Changed(Map<String, String> columns, Set<String> above) {}

  void note(String step, Changed changed) {
    steps.put(step, changed);
  }

  /** What the node hands on otherwise; nothing for a source. */
  Changed by(String node) {
    return Optional.ofNullable(steps.get(node)).orElse(new Changed(Map.of(), Set.of()));
  }
}
