package tidemark.runner.compat;

import java.util.Locale;

/** What a change does to what is stored, from harmless to impossible. */
public enum Verdict {
  /** The change means nothing. */
  SAME,
  /** Nothing stored is touched or means something else. */
  SAFE,
  /** Stored state is brought over by itself, and nothing is lost. */
  MIGRATES,
  /** The pipeline can go on, but its results mean something else from the next batch on. */
  SHIFTS_RESULTS,
  /** What is stored cannot go on under the new definition. */
  REFUSED;

  /** As reports write it: {@code shifts_results}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if this is worse than the other. */
  public boolean isWorseThan(Verdict other) {
    return compareTo(other) > 0;
  }
}
