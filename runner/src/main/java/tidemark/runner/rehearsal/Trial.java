package tidemark.runner.rehearsal;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One run that was killed and went on, held against the one that nothing disturbed.
 *
 * @param point where it was killed; empty for the second undisturbed run, which shows that runs can
 *     be held against each other
 * @param sinks what became of each
 */
public record Trial(Optional<KillPoint> point, SortedMap<String, Count> sinks) {
  public Trial {
    sinks = Collections.unmodifiableSortedMap(new TreeMap<>(sinks));
  }

  /**
   * The rows of a sink.
   *
   * @param lost rows that it lacks
   * @param doubled rows that it has too often, or should not have
   */
  public record Count(long lost, long doubled, ReconciledBy reconciledBy) {}

  /** Where it was killed, in words. */
  public String words() {
    return point.map(KillPoint::words).orElse("not at all");
  }
}
