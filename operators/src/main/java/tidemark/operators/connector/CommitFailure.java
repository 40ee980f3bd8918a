package tidemark.operators.connector;

import tidemark.operators.diagnostics.Failure;

/**
 * A sink's commit that did not say that it took effect, with what the sink knows about that. Any
 * other exception of a commit counts as an unknown outcome.
 */
public final class CommitFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Outcome outcome;
  private final Failure reason;

  private CommitFailure(Outcome outcome, Failure reason) {
    super(reason.getMessage(), reason);
    this.outcome = outcome;
    this.reason = reason;
  }

  /**
   * The target said no: nothing took effect, and nothing of it ever will. The next run writes the
   * micro-batch again.
   *
   * @param reason what the run ends with
   */
  public static CommitFailure rejected(Failure reason) {
    return new CommitFailure(Outcome.ABSENT, reason);
  }

  /**
   * No answer came, or one that says nothing: the micro-batch may have taken effect. It is not sent
   * again before {@link Sink#outcome} or a person has told.
   *
   * @param reason what happened; the run ends with it where the next one can ask the sink
   */
  public static CommitFailure unknown(Failure reason) {
    return new CommitFailure(Outcome.UNKNOWN, reason);
  }

  /** {@link Outcome#ABSENT} or {@link Outcome#UNKNOWN}. */
  public Outcome outcome() {
    return outcome;
  }

  public Failure reason() {
    return reason;
  }
}
