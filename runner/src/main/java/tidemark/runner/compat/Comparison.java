package tidemark.runner.compat;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What came of a comparison.
 *
 * @param changes one a difference, the worst first
 * @param upgrade what a run has to do to go on; empty if a change is refused
 */
public record Comparison(List<Change> changes, Optional<Upgrade> upgrade) {
  public Comparison {
    changes = List.copyOf(changes);
  }

  /** The worst verdict; {@code SAME} if nothing changed. */
  public Verdict verdict() {
    return changes.stream().map(Change::verdict).max(Verdict::compareTo).orElse(Verdict.SAME);
  }

  /**
   * The changes that stop a run.
   *
   * @param accepted ids of changes that may shift results
   */
  public List<Change> failing(Policy policy, Collection<String> accepted) {
    Set<String> ids = Set.copyOf(accepted);
    return changes.stream()
        .filter(c -> !policy.allows(c.verdict()))
        .filter(c -> c.verdict() != Verdict.SHIFTS_RESULTS || !ids.contains(c.id()))
        .toList();
  }
}
