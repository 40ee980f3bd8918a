package tidemark.runner.compat;

import java.util.Locale;

/** Which verdicts go through without a word. */
public enum Policy {
  STRICT(Verdict.SAFE),
  STANDARD(Verdict.MIGRATES),
  LENIENT(Verdict.SHIFTS_RESULTS);

  private final Verdict worst;

  Policy(Verdict worst) {
    this.worst = worst;
  }

  /** As the command line writes it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The policy of this word. */
  public static Policy of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  boolean allows(Verdict verdict) {
    return !verdict.isWorseThan(worst);
  }
}
